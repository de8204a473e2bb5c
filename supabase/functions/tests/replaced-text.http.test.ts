import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ProviderError, STOPPED_BY_FILTER } from '../_shared/ai/provider-error.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { ScriptedProvider } from './support/scripted-provider.ts';

const provider = new ScriptedProvider();
let server: ConversationsServer;
beforeAll(async () => {
  server = await startConversationsServer({
    dependencies: { provider, timing: { startingAfterMs: 100, providerPauseMs: 10 } },
  });
});
afterAll(() => server.stop());

test('PROV-08 text that was reasoning is taken back from the reader, and not stored', async () => {
  const { person, conversationId } = await server.personInConversation();
  const sending = person.send(conversationId, { content: 'When?' });
  const reply = (await provider.reply()).start().write('She asks when.');
  const turns = `conversation_id=eq.${conversationId}`;
  const stored = () =>
    server.rows(`turn_events?event=eq.delta&select=turn_id,turns!inner()&turns.${turns}`);
  // Read by its reader already.
  const turnId = await vi.waitUntil(async () => (await stored())[0]?.['turn_id']);
  reply.emit({ type: 'delta', text: '', replaces: true }).write('On Monday').write('.').finish();
  const events = await sending;
  expect(events.at(3)).toMatchObject({ event: 'delta', data: { replaces: true } });
  expect(events.at(-1)).toMatchObject({ event: 'final', data: { text: 'On Monday.' } });
  expect(await person.messages(conversationId)).toMatchObject([
    { role: 'user' },
    { role: 'assistant', content: 'On Monday.' },
  ]);
  await server.rows('rpc/fold_turn_events', { method: 'POST', body: { ended_for: '0 seconds' } });
  const folded = await server.rows(`turn_events?turn_id=eq.${turnId}&event=eq.delta`);
  expect(folded).toMatchObject([{ data: { text: 'On Monday.' } }]);
});

test('PROV-08 the text before a continuation is not taken back', async () => {
  const { person, conversationId } = await server.personInConversation();
  const sending = person.send(conversationId, { content: 'When?' });
  (await provider.reply()).start().write('On ').fail(new ProviderError('provider_failed'));
  await sending;
  const [message] = await person.messages(conversationId);
  const continuing = person.reply(conversationId, {
    messageId: String(message?.id),
    continues: String(message?.turn?.id),
  });
  (await provider.reply())
    .start()
    .write('Hm.')
    .emit({ type: 'delta', text: '', replaces: true })
    .write('Monday.')
    .finish();
  expect((await continuing).at(-1)).toMatchObject({ data: { text: 'On Monday.' } });
});

test('PROV-09 the reader is told that the model is still starting, once', async () => {
  const { person, conversationId } = await server.personInConversation();
  const leaving = person.send(conversationId, { content: 'Hi', leaveAfter: 2 });
  const reply = await provider.reply();
  reply.emit({ type: 'alive' });
  const [started, waiting] = await leaving;
  expect(waiting).toMatchObject({
    event: 'info',
    data: { progress: 'The model is still starting...' },
  });
  reply.start().write('Here').finish();
  const turnId = started?.event === 'info' ? started.data.turnId : '';
  const all = await person.resume(conversationId, turnId);
  expect(all.map(({ event }) => event)).toEqual(['info', 'info', 'created', 'delta', 'final']);
});

test('PROV-10 a reply that a filter stopped has the note with it; without text it failed for good', async () => {
  const { person, conversationId } = await server.personInConversation();
  const sending = person.send(conversationId, { content: 'Hi' });
  (await provider.reply())
    .start()
    .write('First')
    .emit({ type: 'note', message: STOPPED_BY_FILTER })
    .finish();
  expect((await sending).at(-1)).toMatchObject({ data: { notes: [STOPPED_BY_FILTER] } });
  const failing = person.send(conversationId, { content: 'Again' });
  (await provider.reply()).fail(new ProviderError('content_filter'));
  expect((await failing).at(-1)).toMatchObject({
    event: 'error',
    data: { message: STOPPED_BY_FILTER, code: 'content_filter', retryable: false },
  });
  expect((await person.messages(conversationId)).at(-1)).toMatchObject({
    turn: { status: 'failed', error_code: 'content_filter' },
  });
});
