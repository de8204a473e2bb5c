import { PATIENCE } from '@homie/server/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ConversationsDependencies } from '../conversations/dependencies.ts';
import type { TurnTiming } from '../_shared/turns/turn-timing.ts';
import { joinText, getTurnId } from './support/stream-reading.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { ScriptedProvider } from './support/scripted-provider.ts';
import { UnreliableDatabase } from './support/unreliable-database.ts';

let server: ConversationsServer;
beforeAll(async () => {
  server = await startConversationsServer();
});
afterAll(() => server.stop());

/** Starts a process of the function with its own timing, provider and faults, and a person who uses it. */
async function start(timing: Partial<TurnTiming>, dependencies: ConversationsDependencies = {}) {
  const provider = new ScriptedProvider();
  const { person, conversationId } = await server.personInConversation();
  const process = server.otherProcess({ provider, timing, ...dependencies });
  return { provider, person: person.on(process), conversationId };
}

test.each(['refuse', 'lose'] as const)(
  'a short database outage during a reply (%s) loses and duplicates nothing',
  async (trouble) => {
    const database = new UnreliableDatabase();
    const { provider, person, conversationId } = await start(
      { retryForMs: 10_000 },
      { fetch: database.wrap('append_turns_events')(fetch) },
    );
    const sending = person.send(conversationId, { content: 'Hi' });
    const reply = await provider.reply();
    reply.start().write('One ');
    database.trouble = trouble;
    reply.write('two ');
    await vi.waitUntil(() => database.cut > 1, PATIENCE);
    database.trouble = 'none';
    reply.write('three').finish();

    const events = await sending;
    expect(joinText(events)).toBe('One two three');
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(events.at(-1)).toMatchObject({ event: 'final', data: { text: 'One two three' } });
  },
);

test('a lost answer to the end of a reply gives one message, not two', async () => {
  const database = new UnreliableDatabase();
  const { provider, person, conversationId } = await start(
    { retryForMs: 10_000 },
    { fetch: database.wrap('finish_turn')(fetch) },
  );
  const sending = person.send(conversationId, { content: 'Hi' });
  const reply = await provider.reply();
  database.trouble = 'lose';
  reply.start().write('Once').finish();
  await vi.waitUntil(() => database.cut > 1, PATIENCE);
  database.trouble = 'none';

  expect((await sending).at(-1)).toMatchObject({ event: 'final', data: { text: 'Once' } });
  expect(
    await server.rows(`messages?conversation_id=eq.${conversationId}&role=eq.assistant`),
  ).toHaveLength(1);
});

test('a reply whose writer lost the database for good is marked interrupted, with the stored text', async () => {
  const database = new UnreliableDatabase();
  const { provider, person, conversationId } = await start(
    { retryForMs: 200, staleAfterMs: 1_500, heartbeatMs: 100, pollMs: 50, localPollMs: 100 },
    { fetch: database.wrap('append_turns_events')(fetch) },
  );
  const sending = person.send(conversationId, { content: 'Hi', leaveAfter: 3 });
  const reply = await provider.reply();
  reply.start().write('Half ');
  const seen = await sending;
  database.trouble = 'refuse';
  reply.write('never stored');

  const rest = await person.resume(conversationId, getTurnId(seen), seen.length);
  expect(rest).toMatchObject([
    {
      event: 'error',
      data: {
        code: 'interrupted',
        message: 'The reply was interrupted before it was complete.',
        retryable: true,
      },
    },
  ]);
  expect(await person.get(`/conversations/${conversationId}/messages`)).toMatchObject({
    rows: [{ role: 'user', turn: { status: 'interrupted', text: 'Half ' } }],
  });
  expect((await server.audit(conversationId)).at(-1)).toMatchObject({
    action: 'run_failed',
    meta: { error_code: 'interrupted' },
  });

  database.trouble = 'none';
  const next = person.send(conversationId, { content: 'Again' });
  (await provider.reply()).start().write('Fine').finish();
  expect(joinText(await next)).toBe('Fine');
});

test('a reply written in another process is streamed live, and can be stopped from this one', async () => {
  const { provider, person, conversationId } = await start({ heartbeatMs: 50 });
  const sending = person.send(conversationId, { content: 'Hi', leaveAfter: 3 });
  const reply = await provider.reply();
  reply.start().write('One ');
  const turnId = getTurnId(await sending);

  const elsewhere = person.on(server.otherProcess({ timing: { pollMs: 20 } }));
  const reading = elsewhere.resume(conversationId, turnId);
  reply.write('two');
  await vi.waitUntil(async () => {
    const events = await server.rows(`turn_events?turn_id=eq.${turnId}&event=eq.delta`);
    return events.length > 1;
  }, PATIENCE);
  expect(
    await elsewhere.call('POST', `/conversations/${conversationId}/stop`, { turnId }),
  ).toMatchObject({
    status: 200,
  });

  const events = await reading;
  expect(joinText(events)).toBe('One two');
  expect(events.at(-1)).toMatchObject({ event: 'final', data: { text: 'One two', stopped: true } });
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
});

test('a process that shuts down marks its replies interrupted at once', async () => {
  const shutdown = new AbortController();
  const { provider, person, conversationId } = await start({}, { shutdown: shutdown.signal });
  const sending = person.send(conversationId, { content: 'Hi' });
  const reply = await provider.reply();
  reply.start().write('Half');
  shutdown.abort();
  expect((await sending).at(-1)).toMatchObject({ event: 'error', data: { code: 'interrupted' } });
});

test.each([
  ['to begin', { firstTextMs: 100 }, false],
  ['to go on', { betweenEventsMs: 100 }, true],
])(
  'PROV-09 a provider that takes too long %s ends the reply as timed out',
  async (_, timing, begins) => {
    const { provider, person, conversationId } = await start(timing);
    const sending = person.send(conversationId, { content: 'Hi' });
    const reply = await provider.reply();
    if (begins) reply.start().write('Half');
    const events = await sending;
    expect(events.at(-1)).toMatchObject({
      event: 'error',
      data: {
        code: 'timeout',
        message: 'The AI provider took too long to answer. Please try again.',
      },
    });
    expect(joinText(events)).toBe(begins ? 'Half' : '');
    expect(reply.signal.aborted).toBe(true);
  },
);

test('PROV-09 a provider may be silent for longer before its first word than after it', async () => {
  const { provider, person, conversationId } = await start({
    startingAfterMs: 300,
    betweenEventsMs: 100,
  });
  const leaving = person.send(conversationId, { content: 'Hi', leaveAfter: 2 });
  const reply = await provider.reply();
  const events = await leaving;
  expect(events[1]).toMatchObject({ event: 'info', data: { progress: expect.any(String) } });
  reply.start().write('At last').finish();
  expect(joinText(await person.resume(conversationId, getTurnId(events)))).toBe('At last');
});

test('a reply that never finishes is ended at the deadline, and its text is stored', async () => {
  // Long enough to start the reply on a busy machine.
  const { provider, person, conversationId } = await start({ deadlineMs: 2000 });
  const sending = person.send(conversationId, { content: 'Hi' });
  (await provider.reply()).start().write('On and on');
  expect((await sending).at(-1)).toMatchObject({
    event: 'error',
    data: { code: 'timeout', message: 'The reply took too long and was stopped.' },
  });
  expect(await person.messages(conversationId)).toMatchObject([
    { content: 'Hi', turn: { status: 'failed', text: 'On and on' } },
  ]);
});

test('unpaired surrogates and NUL from a provider are stored as readable text', async () => {
  const { provider, person, conversationId } = await start({});
  const sending = person.send(conversationId, { content: 'Hi' });
  (await provider.reply()).start().write('a\0\ud83d').write('\ude00b\ud83d').finish();
  expect((await sending).at(-1)).toMatchObject({ event: 'final', data: { text: 'a😀b\ufffd' } });
});
