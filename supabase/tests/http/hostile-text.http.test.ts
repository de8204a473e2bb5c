import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { plainLine } from '../../functions/_shared/contracts/text.ts';
import { callConversations, type FunctionAnswer } from './conversations.ts';
import {
  ANSWERED,
  hostileAddressPart,
  hostileJson,
  hostileText,
  settings,
  verdict,
} from './hostile-text.ts';
import type { Person } from './people.ts';
import { equal, isRow, type Row } from './rest.ts';
import { inOwnWorld, world } from './world.ts';

/*
 * Any text is stored byte for byte, titles in one line without hidden characters, or refused with a reason. It never
 * causes a failure of the server, and is never interpreted.
 */

let worker: Person;
let conversationId: string;

function call(endpoint: string, method: string, body?: unknown): Promise<FunctionAnswer> {
  const request = { endpoint, method, ...(body === undefined ? {} : { body }) };
  return callConversations(world.server, worker.token, request);
}

function dataOf({ body }: FunctionAnswer): Row {
  return isRow(body['data']) ? body['data'] : {};
}

inOwnWorld();

beforeAll(async () => {
  worker = world.people.worker;
  const created = await call('/conversations', 'POST', {
    assistantId: world.assistants.participant,
    title: 'A quiet one',
  });
  conversationId = String(dataOf(created)['id']);
});

describe('the title of a conversation', () => {
  const titleOf = async (id: string) => {
    const { rows } = await world.asServer('conversations', { query: equal({ id }) });
    return rows[0]?.['title'];
  };

  test('on creation through the function', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (title) => {
        const body = { assistantId: world.assistants.participant, title };
        const answer = await call('/conversations', 'POST', body);
        expect(verdict(answer.status, title)).toBe(ANSWERED);
        if (answer.status >= 400) return;
        const id = String(dataOf(answer)['id']);
        expect(await titleOf(id)).toBe(plainLine(title).trim());
        expect(dataOf(answer)['title']).toBe(plainLine(title).trim());
      }),
      settings,
    );
  });

  test('on renaming through the function', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (title) => {
        const before = await titleOf(conversationId);
        const answer = await call(`/conversations/${conversationId}`, 'PUT', { title });
        expect(verdict(answer.status, title)).toBe(ANSWERED);
        const expected = answer.status < 400 ? plainLine(title).trim() : before;
        expect(await titleOf(conversationId)).toBe(expected);
      }),
      settings,
    );
  });

  test('on renaming through the REST interface', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (title) => {
        const before = await titleOf(conversationId);
        const query = equal({ id: conversationId });
        const answer = await worker.rest('conversations', {
          method: 'PATCH',
          query,
          body: { title },
        });
        expect(verdict(answer.status, title)).toBe(ANSWERED);
        expect(await titleOf(conversationId)).toBe(answer.status < 400 ? title : before);
      }),
      settings,
    );
  });
});

test('the text of a message', async () => {
  await fc.assert(
    fc.asyncProperty(hostileText, async (content) => {
      const started = await call('/conversations', 'POST', {
        assistantId: world.assistants.participant,
      });
      const conversation = String(dataOf(started)['id']);

      const answer = await call(`/conversations/${conversation}/stream`, 'POST', {
        content,
        idempotencyKey: randomUUID(),
      });

      expect(verdict(answer.status, content)).toBe(ANSWERED);
      const { rows } = await world.asServer('messages', {
        query: equal({ conversation_id: conversation, role: 'user' }),
      });
      expect(rows.map((row) => row['content'])).toEqual(answer.status < 400 ? [content] : []);
      const ended = String(answer.body['text']).includes('event: final');
      expect(ended).toBe(answer.status < 400);
      for (const format of ['markdown', 'json']) {
        const exported = await call(
          `/conversations/${conversation}/export?format=${format}`,
          'GET',
        );
        expect(verdict(exported.status, content)).toBe(ANSWERED);
      }
    }),
    settings,
  );
});

test('the key of a send, and all its other fields', async () => {
  await fc.assert(
    fc.asyncProperty(hostileText, hostileJson, async (idempotencyKey, attachments) => {
      for (const body of [
        { content: '', idempotencyKey },
        { idempotencyKey: randomUUID(), attachments },
        { idempotencyKey: randomUUID(), attachments: [attachments] },
        attachments,
      ]) {
        const answer = await call(`/conversations/${conversationId}/stream`, 'POST', body);
        expect(verdict(answer.status, body)).toBe(ANSWERED);
        expect(answer.status).toBeGreaterThanOrEqual(400);
      }
    }),
    settings,
  );
});

test('the message that is edited, replied to again, shown or read from', async () => {
  const path = `/conversations/${conversationId}`;
  await fc.assert(
    fc.asyncProperty(hostileText, hostileAddressPart, hostileJson, async (text, part, json) => {
      const idempotencyKey = randomUUID();
      const requests: [endpoint: string, method: string, body?: unknown][] = [
        [`${path}/stream`, 'POST', { content: 'x', replaces: text, idempotencyKey }],
        [`${path}/reply`, 'POST', { messageId: text, idempotencyKey }],
        [`${path}/reply`, 'POST', { messageId: randomUUID(), continues: text, idempotencyKey }],
        [`${path}/reply`, 'POST', json],
        [`${path}/branch`, 'PUT', { messageId: text }],
        [`${path}/branch`, 'PUT', json],
        [`${path}/messages?before=${part}`, 'GET'],
        [`${path}/messages?until=${part}&limit=${part}`, 'GET'],
        [`${path}/export?format=${part}`, 'GET'],
      ];
      for (const [endpoint, method, body] of requests) {
        const answer = await call(endpoint, method, body);
        expect(verdict(answer.status, [endpoint, body])).toBe(ANSWERED);
        expect(answer.status).toBeGreaterThanOrEqual(400);
      }
    }),
    settings,
  );
});

test('the search for an assistant returns only labels that contain the text', async () => {
  await fc.assert(
    fc.asyncProperty(hostileText, async (q) => {
      const query = new URLSearchParams({ q });
      const answer = await call(`/assistants?${query}`, 'GET');
      expect(verdict(answer.status, q)).toBe(ANSWERED);
      if (answer.status >= 400) return;
      const rows: unknown = dataOf(answer)['rows'];
      const labels = Array.isArray(rows) ? rows.filter(isRow).map(({ label }) => label) : [];
      for (const label of labels) {
        expect(String(label).toLowerCase()).toContain(q.trim().toLowerCase());
      }
    }),
    settings,
  );
});

test('the endpoint, the method and the whole envelope of a call', async () => {
  await fc.assert(
    fc.asyncProperty(hostileText, hostileAddressPart, hostileJson, async (text, part, json) => {
      for (const envelope of [
        { endpoint: `/${text}`, method: 'GET' },
        { endpoint: `/conversations/${text}`, method: 'GET' },
        { endpoint: `/conversations/${part}/messages`, method: 'GET' },
        { endpoint: `/assistants/${part}`, method: 'GET' },
        { endpoint: `/conversations?page=${part}&pageSize=${text}`, method: 'GET' },
        { endpoint: `/conversations?assistantId=${text}`, method: 'GET' },
        { endpoint: `/conversations/${conversationId}/stream?turnId=${part}`, method: 'GET' },
        { endpoint: '/conversations', method: text },
        { endpoint: '/conversations', method: 'POST', body: json },
        json,
      ]) {
        const answer = await callConversations(world.server, worker.token, envelope);
        expect(verdict(answer.status, envelope)).toBe(ANSWERED);
      }
    }),
    settings,
  );
});

test('a filter of the REST interface means only itself', async () => {
  const { count } = await worker.rest('conversations', {
    method: 'HEAD',
    query: { select: 'id' },
    prefer: 'count=exact',
  });
  expect(count).toBeGreaterThan(0);
  await fc.assert(
    fc.asyncProperty(hostileText, async (text) => {
      const { status, rows } = await worker.rest('conversations', {
        query: { title: `eq.${text}` },
      });
      expect(verdict(status, text)).toBe(ANSWERED);
      // The embedded REST interface trims the value of a filter.
      for (const { title } of rows) expect(String(title).trim()).toBe(text.trim());
    }),
    { ...settings, examples: [['{}'], ['true'], ['null'], ['1']] },
  );
});

test('every part of a REST address', async () => {
  await fc.assert(
    fc.asyncProperty(hostileAddressPart, async (part) => {
      for (const query of [
        `title=ilike.${part}`,
        `title=in.(${part})`,
        `or=(${part})`,
        `or=(title.eq.${part},id.eq.${part})`,
        `id=eq.${part}`,
        `select=${part}`,
        `order=${part}`,
        `limit=${part}&offset=${part}`,
        `${part}=eq.1`,
        `messages.${part}=eq.1&select=id,messages(id)`,
      ]) {
        const response = await fetch(`${world.server.url}/rest/v1/conversations?${query}`, {
          headers: {
            apikey: world.server.publishableKey,
            authorization: `Bearer ${worker.token}`,
          },
        });
        expect(verdict(response.status, query)).toBe(ANSWERED);
        await response.arrayBuffer();
      }
    }),
    { ...settings, examples: [['%22'], ['true'], ['{}'], ['a.b.c.d.e'], ['a..b']] },
  );
});
