import { conversationSchema } from '@homie/contracts/requests';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';

const UNKNOWN_ID = '7b0f3a54-0c9e-4f3b-9f0c-1d2e3f405162';

let server: ConversationsServer;
beforeAll(async () => {
  server = await startConversationsServer();
});
afterAll(() => server.stop());

test('API-33 DATA-05 a new conversation is returned with its id, title, assistant and activity', async () => {
  const person = await server.person();
  const assistantId = await server.assistant({ label: 'House Rules' }, [person]);

  const { status, body } = await person.call('POST', '/conversations', {
    assistantId,
    title: ' Lease ',
  });

  expect(status).toBe(200);
  const conversation = conversationSchema.parse(body.data);
  expect(conversation).toMatchObject({
    title: 'Lease',
    assistant_id: assistantId,
    assistants: {
      kind: 'org',
      label: 'House Rules',
      participant_name: null,
      suggest_follow_ups: false,
    },
  });
  expect(await person.get(`/conversations/${conversation.id}`)).toEqual({
    ...(body.data as object),
    version: expect.any(Number),
  });
});

test("RULE-08 a conversation without a title is named 'New conversation'", async () => {
  const { person, conversationId } = await server.personInConversation();
  expect(await person.get(`/conversations/${conversationId}`)).toMatchObject({
    title: 'New conversation',
  });
});

test('DATA-05 a conversation with a participant’s assistant names the participant to users with access to them', async () => {
  const worker = await server.person();
  const participantId = await server.participant('Ava Thompson', [worker]);
  const assistantId = await server.assistant(
    { label: 'Care of Ava', kind: 'participant', participant_id: participantId },
    [worker],
  );
  const conversationId = await worker.startConversation(assistantId);
  expect(await worker.get(`/conversations/${conversationId}`)).toMatchObject({
    assistants: {
      kind: 'participant',
      label: 'Care of Ava',
      participant_name: 'Ava Thompson',
      suggest_follow_ups: false,
    },
  });
});

test('an empty untitled conversation with the same assistant is reused until it has a message or a title', async () => {
  const person = await server.person();
  const first = await server.assistant({ label: 'Notes' }, [person]);
  const second = await server.assistant({ label: 'Policy' }, [person]);
  const empty = await person.startConversation(first);
  expect(await person.startConversation(first)).toBe(empty);
  expect(await person.startConversation(second)).not.toBe(empty);
  expect(await person.startConversation(first, 'Roster')).not.toBe(empty);
  await person.send(empty, { content: 'Hello' });
  expect(await person.startConversation(first)).not.toBe(empty);
});

test('PERM-12 a conversation with an assistant without access gives "You don\'t have access to this assistant."', async () => {
  const person = await server.person();
  const assistantId = await server.assistant({ label: 'Payroll' });

  for (const id of [assistantId, UNKNOWN_ID]) {
    expect(await person.call('POST', '/conversations', { assistantId: id })).toEqual({
      status: 403,
      body: {
        ok: false,
        error: "You don't have access to this assistant.",
        code: 'assistant_access_denied',
      },
    });
  }

  const denied = await server.rows(
    `audit_logs?action=eq.denied&user_id=eq.${person.userId}&order=created_at`,
  );
  expect(denied).toMatchObject([
    {
      assistant_id: assistantId,
      assistant_label: 'Payroll',
      meta: { attempted: 'conversation_created' },
    },
    { assistant_id: UNKNOWN_ID, meta: { attempted: 'conversation_created' } },
  ]);
  expect(await person.get('/conversations')).toMatchObject({ rows: [], total: 0 });
});

test('API-34 conversations are listed by page, latest activity first, filtered by assistant', async () => {
  const person = await server.person();
  const first = await server.assistant({ label: 'First' }, [person]);
  const second = await server.assistant({ label: 'Second' }, [person]);
  const a = await person.startConversation(first, 'a');
  const b = await person.startConversation(second, 'b');
  const c = await person.startConversation(first, 'c');
  await person.send(a, { content: 'Hello' });

  const titles = async (query: string) => {
    const { rows } = (await person.get(`/conversations${query}`)) as {
      rows: { title: string }[];
    };
    return rows.map(({ title }) => title);
  };
  expect(await titles('')).toEqual(['a', 'c', 'b']);
  expect(await titles(`?assistantId=${second}`)).toEqual(['b']);
  expect(await titles('?page=2&pageSize=2')).toEqual(['b']);
  expect(await person.get('/conversations?pageSize=2')).toMatchObject({
    total: 3,
    page: 1,
    pageSize: 2,
  });
  expect([a, b, c]).toHaveLength(3);
});

test('API-35 a conversation is renamed and deleted, each with the response ok', async () => {
  const { person, conversationId } = await server.personInConversation();
  const path = `/conversations/${conversationId}`;

  expect(await person.call('PUT', path, { title: ' New name ' })).toMatchObject({
    status: 200,
    body: { ok: true },
  });
  expect(await person.get(path)).toMatchObject({ title: 'New name' });

  expect(await person.call('DELETE', path)).toMatchObject({ status: 200, body: { ok: true } });
  expect((await person.call('GET', path)).status).toBe(404);
});

test('an unknown conversation and one of another user are indistinguishable', async () => {
  const owner = await server.personInConversation();
  const other = await server.person();
  const admin = await server.person('admin');
  const turnId = UNKNOWN_ID;
  const notFound = {
    status: 404,
    body: { ok: false, error: 'Conversation not found', code: 'conversation_not_found' },
  };

  for (const stranger of [other, admin]) {
    for (const id of [owner.conversationId, UNKNOWN_ID, 'x', '1%27--']) {
      const path = `/conversations/${id}`;
      expect(await stranger.call('GET', path)).toEqual(notFound);
      expect(await stranger.call('PUT', path, { title: 'Mine' })).toEqual(notFound);
      expect(await stranger.call('DELETE', path)).toEqual(notFound);
      expect(await stranger.call('GET', `${path}/messages`)).toEqual(notFound);
      expect(
        await stranger.call('POST', `${path}/stream`, { content: 'Hi', idempotencyKey: 'k' }),
      ).toEqual(notFound);
      expect(await stranger.call('GET', `${path}/stream?turnId=${turnId}`)).toEqual(notFound);
      expect(await stranger.call('POST', `${path}/stop`, { turnId })).toEqual(notFound);
    }
  }
  expect(await owner.person.get(`/conversations/${owner.conversationId}`)).toMatchObject({
    title: 'New conversation',
  });
});
