import { beforeAll, describe, expect, test } from 'vitest';
import { records } from './records.ts';
import { equal, type Key } from './rest.ts';
import { inOwnWorld, world } from './world.ts';

/* Rows of other users are not reachable indirectly either: by embedding, filtering, counting or sorting. */

let found: Record<'conversation' | 'message' | 'attachment' | 'turn', Key>;
inOwnWorld();

beforeAll(async () => {
  const lay = async (name: string) => (await records[name]?.arrange(world)) ?? {};
  found = {
    conversation: await lay('conversations'),
    message: await lay('messages'),
    attachment: await lay('attachments'),
    turn: await lay('turns'),
  };
});

const embeddings = [
  [
    'assistants',
    'id,conversations(id,user_id,title,messages!messages_conversation_id_fkey(content))',
  ],
  ['users', 'id,conversations(id,user_id,title)'],
  ['users', 'id,attachments(id,user_id,name)'],
  ['users', 'id,turns(id,user_id,text)'],
] as const;
const strangers = ['unassigned', 'other', 'office', 'admin'] as const;

describe.each(strangers)('the conversations of a worker, for %s', (name) => {
  test('are not in any list, in any order and page', async () => {
    const { worker, [name]: stranger } = world.people;
    const queries: Record<string, string>[] = [
      { order: 'updated_at.desc' },
      { order: 'title' },
      { offset: '0', limit: '1000' },
      { user_id: `eq.${worker.id}` },
      { title: 'ilike.*matrix*' },
      { or: `(user_id.eq.${worker.id},title.like.*a*)` },
      { user_id: `in.(${worker.id})` },
    ];
    for (const query of queries) {
      const { rows, status } = await stranger.rest('conversations', { query });
      expect(status).toBe(200);
      expect(rows.filter(({ user_id }) => user_id === worker.id)).toEqual([]);
    }
  });

  test.each(embeddings)('are not embedded into %s(%s)', async (table, select) => {
    const { worker, [name]: stranger } = world.people;
    const ownerId = `"user_id":"${worker.id}"`;
    const control = await worker.rest(table, { query: { select } });
    expect(JSON.stringify(control.body)).toContain(ownerId);
    const { status, body } = await stranger.rest(table, { query: { select } });
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toContain(ownerId);
  });

  test('are not found through what they contain', async () => {
    const { [name]: stranger } = world.people;
    const byMessage = await stranger.rest('conversations', {
      query: {
        select: 'id,messages!messages_conversation_id_fkey!inner(id)',
        'messages.content': 'ilike.*Matrix message*',
      },
    });
    expect(byMessage).toMatchObject({ status: 200, rows: [] });
    const messages = await stranger.rest('messages', {
      query: {
        select: 'id,conversations!messages_conversation_id_fkey!inner(title)',
        'conversations.title': 'like.Matrix*',
      },
    });
    expect(messages).toMatchObject({ status: 200, rows: [] });
  });

  test('are counted as zero, exactly and by aggregate', async () => {
    const { worker, [name]: stranger } = world.people;
    const owned = equal({ user_id: worker.id });
    for (const table of ['conversations', 'attachments', 'turns']) {
      const counted = await stranger.rest(table, {
        method: 'HEAD',
        query: { select: 'id', ...owned },
        prefer: 'count=exact',
      });
      expect([table, counted.count]).toEqual([table, 0]);
    }
    const assistants = await stranger.rest('assistants', {
      query: {
        select: 'id,conversations(count)',
        ...equal({ id: world.assistants.participant }),
      },
    });
    const counts = assistants.rows.map(({ conversations }) => conversations);
    for (const count of counts) expect(count).toEqual([{ count: 0 }]);
  });
});

describe('people', () => {
  test.each([
    ['roles', 'id,name,users(id,email)'],
    ['participants', 'id,participant_assignments(users(id,email))'],
    ['assistants', 'id,assistant_access(users(id,email))'],
  ] as const)('cannot be read by embedding into %s(%s)', async (table, select) => {
    const { admin, other } = world.people;
    const control = await admin.rest(table, { query: { select } });
    expect(JSON.stringify(control.body)).toContain(other.email);
    for (const name of ['worker', 'office'] as const) {
      const { status, body } = await world.people[name].rest(table, { query: { select } });
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toContain(admin.email);
      expect(JSON.stringify(body)).not.toContain(other.email);
    }
  });

  test('a worker finds no participant of another worker by name', async () => {
    const { worker } = world.people;
    const mine = await worker.rest('participants', { query: { display_name: 'like.Someone*' } });
    expect(mine.rows.map(({ id }) => id)).toEqual([world.participantId]);
  });
});

describe('server-only columns', () => {
  test.each([
    ['turns', 'provider,model,run_id,usage'],
    ['turns', '*'],
    ['ai_assistant_profiles', 'instructions'],
  ])('%s(%s) are refused to their owner and to the administrator', async (table, select) => {
    for (const name of ['worker', 'admin'] as const) {
      const answer = await world.people[name].rest(table, { query: { select } });
      expect(answer.code).toBe('42501');
    }
  });

  test('only the public schema is exposed', async () => {
    for (const schema of ['auth', 'private', 'storage', 'embedded', 'information_schema']) {
      const response = await fetch(`${world.server.url}/rest/v1/users?limit=1`, {
        headers: {
          apikey: world.server.publishableKey,
          authorization: `Bearer ${world.people.admin.token}`,
          'accept-profile': schema,
        },
      });
      expect([400, 403, 404, 406]).toContain(response.status);
    }
  });
});

describe('the owner', () => {
  test('DATA-05 reads a conversation with the label and kind of its assistant', async () => {
    const { rows } = await world.people.worker.rest('conversations', {
      query: {
        select: 'id,title,assistant_id,updated_at,assistants(kind,label)',
        ...equal(found.conversation),
      },
    });
    expect(rows[0]).toMatchObject({
      ...found.conversation,
      title: 'Matrix conversation',
      assistant_id: world.assistants.participant,
      assistants: { kind: 'participant', label: 'Their assistant' },
    });
  });

  test.each(['message', 'attachment', 'turn'] as const)('can read their %s', async (name) => {
    const { rows } = await world.people.worker.rest(`${name}s`, {
      query: { select: 'id', ...equal(found[name]) },
    });
    expect(rows).toEqual([found[name]]);
  });
});
