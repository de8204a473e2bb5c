import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  ANSWERED,
  hostileAddressPart,
  hostileJson,
  hostileText,
  settings,
  verdict,
  wellFormed,
} from './hostile-text.ts';
import type { Person } from './people.ts';
import { equal, type Row } from './rest.ts';
import { inOwnWorld, world } from './world.ts';

/* Hostile text in addition to conversations: in any path, in sign-in fields, and in fields of administrators. */

let worker: Person;

inOwnWorld();

beforeAll(() => {
  worker = world.people.worker;
});

test('every path of a service', async () => {
  await fc.assert(
    fc.asyncProperty(hostileAddressPart, hostileText, async (part, text) => {
      const requests: [path: string, init: RequestInit][] = [
        [`/rest/v1/${part}`, {}],
        [`/rest/v1/rpc/${part}`, { method: 'POST', body: '{}' }],
        ['/rest/v1/rpc/is_admin', { method: 'POST', body: JSON.stringify({ [text]: text }) }],
        ['/rest/v1/conversations', { method: 'POST', body: wellFormed(text) }],
        [`/storage/v1/object/attachments/${part}`, {}],
        [`/storage/v1/object/sign/attachments/${part}?token=${part}`, {}],
        [`/functions/v1/${part}`, { method: 'POST', body: '{}' }],
        [`/auth/v1/${part}`, {}],
        ['/functions/v1/conversations', { method: 'POST', body: wellFormed(text) }],
      ];
      for (const [path, init] of requests) {
        const response = await fetch(`${world.server.url}${path}`, {
          ...init,
          redirect: 'manual',
          headers: {
            apikey: world.server.publishableKey,
            authorization: `Bearer ${worker.token}`,
            'content-type': 'application/json',
          },
        });
        await response.arrayBuffer();
        expect(verdict(response.status, [path, init.body])).toBe(ANSWERED);
      }
    }),
    {
      ...settings,
      examples: [
        ['%2F', ''],
        ['%00', '\0'],
        ['a/b', '{'],
      ],
    },
  );
});

describe('the authentication service', () => {
  const ask = async (path: string, method: string, body: unknown) => {
    const response = await fetch(`${world.server.url}/auth/v1/${path}`, {
      method,
      headers: {
        apikey: world.server.publishableKey,
        authorization: `Bearer ${worker.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
      redirect: 'manual',
    });
    await response.arrayBuffer();
    return response.status;
  };

  test('accepts any address, password, code and token', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, hostileJson, async (text, json) => {
        const email = `${text}@example.org`;
        const password = text;
        const requests: [path: string, body: unknown][] = [
          ['token?grant_type=password', { email, password }],
          ['token?grant_type=password', { email: worker.email, password }],
          ['token?grant_type=refresh_token', { refresh_token: text }],
          ['token?grant_type=refresh_token', { refresh_token: json }],
          ['token?grant_type=pkce', { auth_code: text, code_verifier: text }],
          [`token?grant_type=${encodeURIComponent(wellFormed(text))}`, {}],
          ['signup', { email, password: 'a-good-password' }],
          ['signup', { email: `${randomUUID()}@example.org`, password, data: json }],
          ['recover', { email }],
          ['resend', { type: text, email }],
          ['verify', { type: 'recovery', token_hash: text }],
          ['verify', { type: text, token: text, email }],
          ['signup', json],
          ['token?grant_type=password', json],
        ];
        for (const [path, body] of requests) {
          expect(verdict(await ask(path, 'POST', body), [path, body])).toBe(ANSWERED);
        }
        const settled = await ask('user', 'PUT', { data: json, nonce: text });
        expect(verdict(settled, ['user', json])).toBe(ANSWERED);
      }),
      settings,
    );
  });
});

describe('input of administrators', () => {
  test('the name of a participant', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (text) => {
        const id = randomUUID();
        const answer = await world.people.admin.rest('participants', {
          method: 'POST',
          body: { id, display_name: text, status: 'active' },
        });
        expect(verdict(answer.status, text)).toBe(ANSWERED);
        const { rows } = await world.asServer('participants', { query: equal({ id }) });
        const stored = rows.map(({ display_name: name }) => name);
        expect(stored).toEqual(answer.status < 300 ? [text] : []);
      }),
      settings,
    );
  });

  test('the label, the provider id and the domains of an assistant', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (text) => {
        const fields: Row[] = [
          { label: text },
          { openai_assistant_id: `asst_${text}` },
          { web_domains: [text] },
          { kind: text },
          { participant_id: text },
        ];
        for (const field of fields) {
          const id = randomUUID();
          const answer = await world.people.admin.rest('assistants', {
            method: 'POST',
            body: { id, label: 'Typed', openai_assistant_id: 'asst_typed', ...field },
          });
          expect(verdict(answer.status, field)).toBe(ANSWERED);
          const { rows } = await world.asServer('assistants', { query: equal({ id }) });
          const [name = ''] = Object.keys(field);
          const stored = rows.map((row) => ({ [name]: row[name] }));
          expect(stored).toEqual(answer.status < 300 ? [field] : []);
        }
      }),
      settings,
    );
  });
});
