import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testStorages } from '@homie/local/testing';
import type { ChatClient, SendOptions } from './support/chat-client.ts';
import { readEvents, textOf, turnIdOf } from './support/stream-reading.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { ScriptedProvider } from './support/scripted-provider.ts';

interface Chat {
  person: ChatClient;
  conversationId: string;
}

describe.each(testStorages)('on $name', ({ database }) => {
  const provider = new ScriptedProvider();
  let server: ConversationsServer;
  beforeAll(async () => {
    server = await startConversationsServer({ database, dependencies: { provider } });
  });
  afterAll(() => server.stop());

  /** Sends a message and has it answered. @returns the ids of both */
  async function ask(
    { person, conversationId }: Chat,
    options: SendOptions,
    answer: string,
  ): Promise<{ question: string; answer: string; turn: string }> {
    const sending = person.send(conversationId, options);
    (await provider.reply()).begin().say(answer).finish();
    return idsOf(await sending);
  }

  /** The messages that are shown, as what they say. */
  async function shown({ person, conversationId }: Chat): Promise<string[]> {
    return (await person.messages(conversationId)).map(({ content }) => content);
  }

  test('an edited message begins a branch of its own, and the earlier one is gone back to', async () => {
    const chat = await server.personInConversation();
    const { person, conversationId } = chat;
    await ask(chat, { content: 'One' }, 'First');
    const second = await ask(chat, { content: 'Two' }, 'Second');
    await ask(chat, { content: 'Three' }, 'Third');

    const edited = await ask(chat, { content: 'Zwei', replaces: second.question }, 'Zweitens');

    expect(await shown(chat)).toEqual(['One', 'First', 'Zwei', 'Zweitens']);
    expect((await person.messages(conversationId))[2]).toMatchObject({
      id: edited.question,
      alternatives: [second.question, edited.question],
    });
    expect(await person.chooseBranch(conversationId, second.question)).toEqual({
      status: 200,
      body: { ok: true, data: null },
    });
    expect(await shown(chat)).toEqual(['One', 'First', 'Two', 'Second', 'Three', 'Third']);
    expect((await person.messages(conversationId))[2]?.alternatives).toEqual([
      second.question,
      edited.question,
    ]);
  });

  test('another reply stands beside the first one, and either can be shown', async () => {
    const chat = await server.personInConversation();
    const { person, conversationId } = chat;
    const first = await ask(chat, { content: 'One' }, 'First');

    const replying = person.reply(conversationId, { messageId: first.question });
    (await provider.reply()).begin().say('Another').finish();
    const events = await replying;

    expect(events[0]).toMatchObject({ event: 'info', data: { userMessageId: first.question } });
    expect(textOf(events)).toBe('Another');
    const rows = await person.messages(conversationId);
    expect(rows).toMatchObject([
      { id: first.question },
      { content: 'Another', alternatives: [first.answer, idsOf(events).answer] },
    ]);
    await person.chooseBranch(conversationId, first.answer);
    expect(await shown(chat)).toEqual(['One', 'First']);
  });

  test('the provider is told of the way to the message, and of no other branch', async () => {
    const chat = await server.personInConversation();
    await ask(chat, { content: 'One' }, 'First');
    const second = await ask(chat, { content: 'Secret branch' }, 'Secret reply');
    await ask(chat, { content: 'Secret question' }, 'Secret too');

    const sending = chat.person.send(chat.conversationId, {
      content: 'Two',
      replaces: second.question,
    });
    const reply = await provider.reply();
    reply.begin().say('Second').finish();
    await sending;

    expect(reply.request.history).toEqual([
      { role: 'user', text: 'One' },
      { role: 'assistant', text: 'First' },
    ]);
    expect(reply.request.question).toBe('Two');
    expect(JSON.stringify(reply.request)).not.toContain('Secret');
  });

  test('of a long conversation the provider is told the latest 60,000 characters', async () => {
    const { person, conversationId } = await server.personInConversation();
    const ids = await server.layMessages(conversationId, 400);
    await server.rows(`messages?id=in.(${ids.slice(250, 260).join()})`, {
      method: 'PATCH',
      body: { content: 'x'.repeat(16_000) },
    });
    const sending = person.send(conversationId, { content: 'Hi' });
    const reply = await provider.reply();
    reply.begin().say('Hello').finish();
    await sending;

    const { history } = reply.request;
    expect(history.at(-1)?.text).toBe('Message 399');
    expect(history).toHaveLength(140 + 3);
    expect(history.map(({ text }) => text).join('').length).toBeLessThanOrEqual(60_000);
  });

  test('while a reply is being written no other one is begun', async () => {
    const chat = await server.personInConversation();
    const { person, conversationId } = chat;
    const { question } = await ask(chat, { content: 'One' }, 'First');
    const replying = person.reply(conversationId, { messageId: question });
    const reply = await provider.reply();

    const path = `/conversations/${conversationId}`;
    const refused = { status: 409, body: { code: 'turn_running' } };
    expect(
      await person.call('POST', `${path}/reply`, { messageId: question, idempotencyKey: 'other' }),
    ).toMatchObject(refused);
    expect(
      await person.call('POST', `${path}/stream`, {
        content: 'Uno',
        replaces: question,
        idempotencyKey: 'other',
      }),
    ).toMatchObject(refused);

    reply.begin().say('Another').finish();
    await replying;
    expect(await shown(chat)).toEqual(['One', 'Another']);
  });

  test('a reply that is asked for again with its key, at once or later, is written once', async () => {
    const chat = await server.personInConversation();
    const { question } = await ask(chat, { content: 'One' }, 'First');
    const before = provider.calls;
    const again = () =>
      chat.person.reply(chat.conversationId, { messageId: question, idempotencyKey: 'again' });

    const together = Promise.all([again(), again(), again()]);
    (await provider.reply()).begin().say('Another').finish();
    const [first, second, third] = await together;

    expect(second).toEqual(first);
    expect(third).toEqual(first);
    expect(await again()).toEqual(first);
    expect(provider.calls - before).toBe(1);
    expect((await chat.person.messages(chat.conversationId))[1]?.alternatives).toHaveLength(2);
  });

  test('two tabs that ask for another reply at once: one gets it, the other learns why not', async () => {
    const chat = await server.personInConversation();
    const { question } = await ask(chat, { content: 'One' }, 'First');
    const post = (idempotencyKey: string) =>
      chat.person.post({
        endpoint: `/conversations/${chat.conversationId}/reply`,
        method: 'POST',
        body: { messageId: question, idempotencyKey },
      });

    const responses = await Promise.all([post('left'), post('right')]);
    (await provider.reply()).begin().say('Another').finish();

    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [answered] = responses.filter(({ ok }) => ok);
    expect(textOf(await readEvents(answered ?? Response.error()))).toBe('Another');
    expect(await shown(chat)).toEqual(['One', 'Another']);
  });

  test('messages of elsewhere and messages that never were are told apart by nothing', async () => {
    const chat = await server.personInConversation();
    const { person, conversationId } = chat;
    const mine = await ask(chat, { content: 'Mine' }, 'Mine too');
    const elsewhere = {
      person,
      conversationId: await person.startConversation(chat.assistantId),
    };
    const other = await ask(elsewhere, { content: 'Elsewhere' }, 'There');
    const stranger = await ask(await server.personInConversation(), { content: 'Theirs' }, 'Yes');
    const before = await person.messages(conversationId);

    const path = `/conversations/${conversationId}`;
    for (const { question, turn } of [
      other,
      stranger,
      { question: crypto.randomUUID(), turn: crypto.randomUUID() },
    ]) {
      const idempotencyKey = crypto.randomUUID();
      for (const answer of await Promise.all([
        person.call('POST', `${path}/stream`, { content: 'x', replaces: question, idempotencyKey }),
        person.call('POST', `${path}/reply`, { messageId: question, idempotencyKey }),
        person.call('POST', `${path}/reply`, {
          messageId: mine.question,
          continues: turn,
          idempotencyKey,
        }),
        person.chooseBranch(conversationId, question),
        person.call('GET', `${path}/messages?before=${question}`),
        person.call('GET', `${path}/messages?until=${question}`),
      ])) {
        expect(answer).toEqual({
          status: 404,
          body: {
            ok: false,
            code: 'message_not_found',
            error: 'This message is no longer there.',
          },
        });
      }
    }
    expect(await person.messages(conversationId)).toEqual(before);
  });

  test('nobody moves in the conversation of somebody else', async () => {
    const chat = await server.personInConversation();
    const { question, answer } = await ask(chat, { content: 'One' }, 'First');
    const { person: stranger } = await server.personInConversation();
    const path = `/conversations/${chat.conversationId}`;
    const idempotencyKey = crypto.randomUUID();
    for (const attempt of [
      stranger.call('POST', `${path}/stream`, { content: 'x', replaces: question, idempotencyKey }),
      stranger.call('POST', `${path}/reply`, { messageId: question, idempotencyKey }),
      stranger.chooseBranch(chat.conversationId, answer),
      stranger.call('GET', `${path}/messages?before=${answer}`),
    ]) {
      expect(await attempt).toMatchObject({
        status: 404,
        body: { code: 'conversation_not_found' },
      });
    }
    expect(await shown(chat)).toEqual(['One', 'First']);
  });

  test('losing access to the assistant ends replies and branches too', async () => {
    const chat = await server.personInConversation();
    const { question } = await ask(chat, { content: 'One' }, 'First');
    await server.rows(`assistant_access?assistant_id=eq.${chat.assistantId}`, { method: 'DELETE' });
    const path = `/conversations/${chat.conversationId}`;
    expect(
      await chat.person.call('POST', `${path}/reply`, { messageId: question, idempotencyKey: 'k' }),
    ).toMatchObject({ status: 403, body: { code: 'assistant_access_denied' } });
    expect(await chat.person.chooseBranch(chat.conversationId, question)).toMatchObject({
      status: 404,
      body: { code: 'conversation_not_found' },
    });
    expect((await server.audit(chat.conversationId)).at(-1)?.action).toBe('denied');
  });

  test('another reply is audited as a run, but not as a message', async () => {
    const chat = await server.personInConversation();
    const { question } = await ask(chat, { content: 'One' }, 'First');
    const replying = chat.person.reply(chat.conversationId, { messageId: question });
    (await provider.reply()).begin().say('Another').finish();
    await replying;
    expect((await server.audit(chat.conversationId)).map(({ action }) => action)).toEqual([
      'conversation_created',
      'send_message',
      ...['run_started', 'run_stream_started', 'run_stream_completed', 'run_succeeded'],
      ...['run_started', 'run_stream_started', 'run_stream_completed', 'run_succeeded'],
    ]);
  });

  test('requests for replies and branches that make no sense are refused with a reason', async () => {
    const { person, conversationId } = await server.personInConversation();
    const path = `/conversations/${conversationId}`;
    const refusals: [method: string, endpoint: string, body: unknown, error: string][] = [
      ['POST', `${path}/reply`, { messageId: 'x', idempotencyKey: 'k' }, 'Invalid message ID'],
      ['POST', `${path}/reply`, { messageId: conversationId }, 'idempotencyKey is required'],
      ['PUT', `${path}/branch`, {}, 'Invalid message ID'],
      ['GET', `${path}/messages?limit=0`, undefined, 'limit must be at least 1'],
      ['GET', `${path}/messages?limit=201`, undefined, 'limit must be at most 200'],
      ['GET', `${path}/messages?before=x`, undefined, 'Invalid message ID'],
    ];
    for (const [method, endpoint, body, error] of refusals) {
      expect(await person.call(method, endpoint, body)).toMatchObject({
        status: 422,
        body: { code: 'validation_failed', error },
      });
    }
  });
});

function idsOf(events: Awaited<ReturnType<ChatClient['send']>>) {
  const info = events[0];
  const final = events.at(-1);
  if (info?.event !== 'info' || final?.event !== 'final') throw new Error('not a whole reply');
  return {
    question: info.data.userMessageId,
    answer: String(final.data.messageId),
    turn: turnIdOf(events),
  };
}
