import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ChangeStream } from './support/change-stream.ts';
import type { ChatClient } from './support/chat-client.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { ScriptedProvider } from './support/scripted-provider.ts';

/** Timeout in milliseconds. The test alone takes one or two seconds; a busy computer takes longer. */
const WITHIN_MS = 30_000;
const DENIED = "You don't have access to this assistant.";

/* Each test revokes access as an administrator does, over HTTP, while a reply is being written. */
const provider = new ScriptedProvider();
let server: ConversationsServer;
let admin: ChatClient;
beforeAll(async () => {
  server = await startConversationsServer({ dependencies: { provider } });
  admin = await server.person('admin');
});
afterAll(() => server.stop());

async function rest(method: string, path: string, body?: unknown): Promise<void> {
  const response = await admin.rest(path, { method, body });
  expect([path, response.status < 300]).toEqual([path, true]);
}

async function roleId(name: string): Promise<string> {
  const [role] = await server.rows(`roles?name=eq.${name}`);
  return String(role?.['id']);
}

const losses: [string, (chat: Chat) => Promise<void>][] = [
  [
    'a revoked worker',
    async ({ person, assistantId }) => {
      const path = `/assistants/${assistantId}/grants/user/${person.userId}`;
      expect((await admin.call('DELETE', path)).status).toBe(200);
    },
  ],
  [
    'everybody whose role lost the assistant',
    async ({ person, assistantId }) => {
      const worker = { roleName: 'support_worker', granted: true };
      const path = `/assistants/${assistantId}/grants`;
      await admin.call('POST', `${path}/role`, worker);
      await admin.call('DELETE', `${path}/user/${person.userId}`);
      await admin.call('POST', `${path}/role`, { ...worker, granted: false });
    },
  ],
  [
    'somebody who was given another role',
    async ({ person, assistantId }) => {
      const path = `/assistants/${assistantId}/grants`;
      await admin.call('POST', `${path}/role`, { roleName: 'support_worker', granted: true });
      await admin.call('DELETE', `${path}/user/${person.userId}`);
      await rest('PATCH', `users?id=eq.${person.userId}`, { role_id: await roleId('office') });
    },
  ],
];

test.each(losses)(
  'the reply of %s ends with an error, and all open change streams reset',
  async (_, lose) => {
    const chat = await server.personInConversation();
    const { person, conversationId, assistantId } = chat;
    const lists = [await ChangeStream.open(person), await ChangeStream.open(person)];
    for (const list of lists) expect(await list.next()).toMatchObject({ event: 'ready' });
    const sending = person.send(conversationId, { content: 'Hello' });
    const reply = (await provider.reply()).start().write('Before ');

    const began = Date.now();
    await lose(chat);
    const events = await sending;
    expect(Date.now() - began).toBeLessThan(WITHIN_MS);
    expect(events.at(-1)).toMatchObject({
      event: 'error',
      data: { message: DENIED, code: 'assistant_access_denied', retryable: false },
    });
    await vi.waitFor(() => expect(reply.signal.aborted).toBe(true), WITHIN_MS);
    for (const list of lists) {
      await list.until(({ event }) => event === 'reset');
      list.leave();
    }
    expect(Date.now() - began).toBeLessThan(WITHIN_MS);

    const listed = await person.get('/conversations');
    expect(listed).toMatchObject({ rows: [] });
    const messages = await person.call('GET', `/conversations/${conversationId}/messages`);
    expect(messages.status).toBe(404);
    expect((await person.call('GET', `/assistants/${assistantId}`)).status).toBe(404);
    const [turn] = await server.rows(`turns?conversation_id=eq.${conversationId}`);
    expect(turn).toMatchObject({ status: 'failed', error_code: 'assistant_access_denied' });
  },
);

test('signing out ends the open streams of that session only', async () => {
  const chat = await server.personInConversation();
  const other = await server.personInConversation();
  const list = await ChangeStream.open(chat.person);
  expect(await list.next()).toMatchObject({ event: 'ready' });
  const reading = chat.person.send(chat.conversationId, { content: 'Hello' });
  const reply = (await provider.reply()).start().write('Before ');
  const readingElsewhere = other.person.send(other.conversationId, { content: 'Hello' });
  const replyElsewhere = (await provider.reply()).start().write('All of it');

  const signedOut = await server.server.call('/auth/v1/logout?scope=global', {
    method: 'POST',
    headers: { authorization: chat.person.authorization },
  });
  expect(signedOut.status).toBe(204);
  expect((await reading).map(({ event }) => event)).not.toContain('final');
  while ((await list.next()) !== undefined);
  reply.finish();
  replyElsewhere.finish();
  expect((await readingElsewhere).at(-1)).toMatchObject({ event: 'final' });
});

type Chat = Awaited<ReturnType<ConversationsServer['personInConversation']>>;
