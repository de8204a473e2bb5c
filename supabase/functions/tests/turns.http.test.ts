import { messageListSchema, type SequencedStreamEvent } from '@homie/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testStorages } from '../../local/src/testing/index.ts';
import { ProviderError } from '../_shared/ai/provider-error.ts';
import { readEvents, textOf, type ChatClient } from './support/chat-client.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { ScriptedProvider } from './support/scripted-provider.ts';

describe.each(testStorages)('on $name', ({ database }) => {
  const provider = new ScriptedProvider();
  let server: ConversationsServer;
  beforeAll(async () => {
    server = await startConversationsServer({ database, dependencies: { provider } });
  });
  afterAll(() => server.stop());

  const names = (events: readonly SequencedStreamEvent[]) => events.map(({ event }) => event);

  function turnIdOf(events: readonly SequencedStreamEvent[]): string {
    const [first] = events;
    if (first?.event !== 'info') throw new Error('a reply begins with info');
    return first.data.turnId;
  }

  async function messages(person: ChatClient, conversationId: string) {
    const list = messageListSchema.parse(
      await person.get(`/conversations/${conversationId}/messages`),
    );
    return list.rows.map(({ role, content, turn }) => ({ role, content, ...(turn && { turn }) }));
  }

  test('API-37 DATA-16 a sent message is answered by info, created, deltas and final, numbered from 1', async () => {
    const { person, conversationId } = await server.personInConversation();

    const sending = person.send(conversationId, { content: 'Hi' });
    (await provider.reply()).begin().say('One ').say('two').finish();
    const events = await sending;

    expect([...new Set(names(events))]).toEqual(['info', 'created', 'delta', 'final']);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(textOf(events)).toBe('One two');
    expect(events[1]).toMatchObject({ data: { openaiMessageId: 'msg_1' } });
    expect(events.at(-1)).toMatchObject({
      event: 'final',
      data: { text: 'One two', openaiMessageId: 'msg_1', messageId: expect.any(String) },
    });
    expect(await messages(person, conversationId)).toEqual([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'One two' },
    ]);
  });

  test('DATA-16 requires_action ends the stream without an assistant message', async () => {
    const { person, conversationId } = await server.personInConversation();
    const sending = person.send(conversationId, { content: 'Book it' });
    (await provider.reply()).begin().emit({ type: 'requires_action', message: 'A tool is needed' });
    const events = await sending;

    expect(events.at(-1)).toMatchObject({
      event: 'requires_action',
      data: { message: 'A tool is needed' },
    });
    expect(await messages(person, conversationId)).toMatchObject([
      { role: 'user', turn: { status: 'requires_action', error_message: 'A tool is needed' } },
    ]);
  });

  test.each([
    ['a failure', 'fail', 'rate_limited', 'The AI provider is busy. Please try again in a moment.'],
    [
      'an end without a closing event',
      'breakOff',
      'stream_broken',
      'The reply was cut off. Please try again.',
    ],
  ] as const)(
    '%s of the provider ends the stream by error and keeps what was written',
    async (_, how, code, message) => {
      const { person, conversationId } = await server.personInConversation();
      const sending = person.send(conversationId, { content: 'Hi' });
      (await provider.reply())
        .begin()
        .say('Half a ')
        [how](new ProviderError('rate_limited', { cause: 'key sk-1' }));
      const events = await sending;

      expect(events.at(-1)).toMatchObject({
        event: 'error',
        data: { code, message, retryable: true },
      });
      expect(await messages(person, conversationId)).toEqual([
        {
          role: 'user',
          content: 'Hi',
          turn: expect.objectContaining({
            status: 'failed',
            text: 'Half a ',
            error_message: message,
          }),
        },
      ]);
    },
  );

  test('a provider that ends without a word has failed', async () => {
    const { person, conversationId } = await server.personInConversation();
    const sending = person.send(conversationId, { content: 'Hi' });
    (await provider.reply()).begin().finish();
    expect((await sending).at(-1)).toMatchObject({
      event: 'error',
      data: { code: 'provider_failed' },
    });
  });

  test('a reader that leaves loses nothing: the reply goes on, and the rest is read from Last-Event-ID', async () => {
    const { person, conversationId } = await server.personInConversation();
    const leaving = person.send(conversationId, { content: 'Hi', leaveAfter: 3 });
    const reply = await provider.reply();
    reply.begin().say('One ');
    const seen = await leaving;

    reply.say('two ').say('three').finish();
    const rest = await person.resume(conversationId, turnIdOf(seen), seen.at(-1)?.seq);

    expect(textOf([...seen, ...rest])).toBe('One two three');
    expect(rest[0]?.seq).toBe(seen.length + 1);
    expect(rest.at(-1)).toMatchObject({ event: 'final', data: { text: 'One two three' } });
    expect(await person.resume(conversationId, turnIdOf(seen))).toEqual([...seen, ...rest]);
    expect(await messages(person, conversationId)).toHaveLength(2);
  });

  test('readers in several tabs each get the whole reply, whenever they come', async () => {
    const { person, conversationId } = await server.personInConversation();
    const first = person.send(conversationId, { content: 'Hi', idempotencyKey: 'tab' });
    const reply = await provider.reply();
    reply.begin().say('One ');
    const [running] = await messages(person, conversationId);
    const turnId = running?.turn?.id ?? '';
    const second = person.resume(conversationId, turnId);
    reply.say('two').finish();

    const events = await first;
    expect(await second).toEqual(events);
    expect(await person.resume(conversationId, turnId)).toEqual(events);
    expect(await person.resume(conversationId, turnId, events.length)).toEqual([]);
  });

  test('a reply that is being written is listed as running, with its text so far', async () => {
    const { person, conversationId } = await server.personInConversation();
    const leaving = person.send(conversationId, { content: 'Hi', leaveAfter: 3 });
    const reply = await provider.reply();
    reply.begin().say('Half');
    const seen = await leaving;

    expect(await person.get('/conversations')).toMatchObject({ rows: [{ running: true }] });
    expect(await messages(person, conversationId)).toEqual([
      {
        role: 'user',
        content: 'Hi',
        turn: {
          id: turnIdOf(seen),
          status: 'running',
          text: 'Half',
          error_message: null,
          last_seq: 3,
        },
      },
    ]);

    reply.finish();
    await person.resume(conversationId, turnIdOf(seen));
    expect(await person.get('/conversations')).toMatchObject({ rows: [{ running: false }] });
  });

  test('a second message while a reply is being written is refused with 409, and taken after it', async () => {
    const { person, conversationId } = await server.personInConversation();
    const sending = person.send(conversationId, { content: 'First' });
    const reply = await provider.reply();

    expect(
      await person.call('POST', `/conversations/${conversationId}/stream`, {
        content: 'Second',
        idempotencyKey: 'second',
      }),
    ).toEqual({
      status: 409,
      body: {
        ok: false,
        error: 'A reply is still being written. Wait for it to finish, or stop it.',
        code: 'turn_running',
      },
    });

    reply.begin().say('Done').finish();
    await sending;
    const next = person.send(conversationId, { content: 'Second', idempotencyKey: 'second' });
    (await provider.reply()).begin().say('Too').finish();
    expect(textOf(await next)).toBe('Too');
  });

  test('a send repeated with its key, at once or later, is one message and one reply', async () => {
    const { person, conversationId } = await server.personInConversation();
    const before = provider.calls;
    const send = () => person.send(conversationId, { content: 'Once', idempotencyKey: 'once' });

    const together = Promise.all([send(), send(), send()]);
    (await provider.reply()).begin().say('Only ').say('one').finish();
    const [first, second, third] = await together;

    expect(second).toEqual(first);
    expect(third).toEqual(first);
    expect(await send()).toEqual(first);
    expect(provider.calls - before).toBe(1);
    expect(await messages(person, conversationId)).toEqual([
      { role: 'user', content: 'Once' },
      { role: 'assistant', content: 'Only one' },
    ]);
  });

  test('two tabs that send different messages at once: one is answered, the other learns why not', async () => {
    const { person, conversationId } = await server.personInConversation();
    const post = (key: string) =>
      person.post({
        endpoint: `/conversations/${conversationId}/stream`,
        method: 'POST',
        body: { content: key, idempotencyKey: key },
      });
    const responses = await Promise.all([post('left'), post('right')]);
    (await provider.reply()).begin().say('Hello').finish();

    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [answered] = responses.filter(({ ok }) => ok);
    expect(textOf(await readEvents(answered ?? Response.error()))).toBe('Hello');
    expect(await messages(person, conversationId)).toHaveLength(2);
  });

  test('stop ends a reply where it is, and what was written becomes the message', async () => {
    const { person, conversationId } = await server.personInConversation();
    const leaving = person.send(conversationId, { content: 'Hi', leaveAfter: 3 });
    const reply = await provider.reply();
    reply.begin().say('Half a reply');
    const turnId = turnIdOf(await leaving);

    const stop = () => person.call('POST', `/conversations/${conversationId}/stop`, { turnId });
    expect(await stop()).toEqual({ status: 200, body: { ok: true, data: null } });

    const events = await person.resume(conversationId, turnId);
    expect(events.at(-1)).toMatchObject({
      event: 'final',
      data: { text: 'Half a reply', stopped: true },
    });
    expect(reply.signal.aborted).toBe(true);
    expect(await messages(person, conversationId)).toMatchObject([
      { role: 'user', turn: { status: 'stopped' } },
      { role: 'assistant', content: 'Half a reply' },
    ]);
    expect(await stop()).toMatchObject({ status: 200 });
  });

  test('a reply stopped before its first word leaves no assistant message', async () => {
    const { person, conversationId } = await server.personInConversation();
    const leaving = person.send(conversationId, { content: 'Hi', leaveAfter: 1 });
    await provider.reply();
    const turnId = turnIdOf(await leaving);
    await person.call('POST', `/conversations/${conversationId}/stop`, { turnId });

    const events = await person.resume(conversationId, turnId);
    expect(events.at(-1)).toMatchObject({
      event: 'final',
      data: { messageId: null, text: '', stopped: true },
    });
    expect(await messages(person, conversationId)).toMatchObject([{ role: 'user' }]);
  });

  test('nobody stops or reads the reply of somebody else', async () => {
    const { person, conversationId } = await server.personInConversation();
    const stranger = await server.personInConversation();
    const leaving = person.send(conversationId, { content: 'Hi', leaveAfter: 1 });
    const reply = await provider.reply();
    const turnId = turnIdOf(await leaving);

    for (const id of [conversationId, stranger.conversationId]) {
      expect(
        (await stranger.person.call('POST', `/conversations/${id}/stop`, { turnId })).status,
      ).toBe(404);
      expect(
        (await stranger.person.call('GET', `/conversations/${id}/stream?turnId=${turnId}`)).status,
      ).toBe(404);
    }
    reply.begin().say('Whole').finish();
    expect((await person.resume(conversationId, turnId)).at(-1)).toMatchObject({
      event: 'final',
      data: { text: 'Whole' },
    });
  });

  test('a conversation that is deleted while its reply is written takes the reply with it', async () => {
    const { person, conversationId } = await server.personInConversation();
    const sending = person.send(conversationId, { content: 'Hi' });
    const reply = await provider.reply();
    await person.call('DELETE', `/conversations/${conversationId}`);
    reply.begin().say('Nobody reads this').finish();
    expect(names(await sending)).toEqual(['info']);
    expect(await server.rows(`messages?conversation_id=eq.${conversationId}`)).toEqual([]);
  });

  test('losing access to the assistant ends sending at once, with a trace in the audit log', async () => {
    const { person, assistantId, conversationId } = await server.personInConversation();
    await server.rows(`assistant_access?assistant_id=eq.${assistantId}`, { method: 'DELETE' });
    expect(
      await person.call('POST', `/conversations/${conversationId}/stream`, {
        content: 'Hi',
        idempotencyKey: 'k',
      }),
    ).toMatchObject({ status: 403, body: { error: "You don't have access to this assistant." } });
    expect((await server.audit(conversationId)).at(-1)).toEqual({
      action: 'denied',
      meta: { attempted: 'send_message' },
    });
  });

  test('the provider is given the earlier messages, the question and no name of the person', async () => {
    const { person, conversationId } = await server.personInConversation();
    const first = person.send(conversationId, { content: 'My name is Kim' });
    (await provider.reply()).begin().say('Noted').finish();
    await first;
    const second = person.send(conversationId, { content: 'What is my name?' });
    const reply = await provider.reply();
    reply.begin().say('Kim').finish();
    await second;

    expect(reply.request.history).toEqual([
      { role: 'user', text: 'My name is Kim' },
      { role: 'assistant', text: 'Noted' },
    ]);
    expect(reply.request.question).toBe('What is my name?');
    expect(reply.request.safetyId).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(reply.request)).not.toContain(person.userId);
  });

  test('a reply is audited with one row per event, without its text', async () => {
    const { person, conversationId } = await server.personInConversation();
    const sending = person.send(conversationId, { content: 'Secret question' });
    (await provider.reply()).begin().say('Secret ').say('answer').finish();
    const turnId = turnIdOf(await sending);

    const rows = await server.audit(conversationId);
    expect(rows.map(({ action }) => action)).toEqual([
      'conversation_created',
      'send_message',
      'run_started',
      'run_stream_started',
      'run_stream_completed',
      'run_succeeded',
    ]);
    expect(rows.at(-1)?.meta).toEqual({
      turn_id: turnId,
      thread_id: conversationId,
      run_id: 'resp_1',
      openai_message_id: 'msg_1',
      provider: 'scripted',
      model: 'model-1',
    });
    expect(JSON.stringify(rows)).not.toMatch(/secret/i);
  });

  test('a failed reply is audited as run_failed with its code', async () => {
    const { person, conversationId } = await server.personInConversation();
    const sending = person.send(conversationId, { content: 'Hi' });
    (await provider.reply()).fail(new ProviderError('unavailable'));
    await sending;
    const rows = await server.audit(conversationId);
    expect(rows.map(({ action }) => action)).toEqual([
      'conversation_created',
      'send_message',
      'run_started',
      'run_failed',
    ]);
    expect(rows.at(-1)?.meta).toMatchObject({ error_code: 'unavailable' });
  });
});
