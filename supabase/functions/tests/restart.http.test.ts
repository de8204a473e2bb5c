import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyDataFolder } from '@homie/server/testing';
import { expect, test } from 'vitest';
import { sweepTurns } from '../conversations/handler.ts';
import { readEvents, joinText } from './support/stream-reading.ts';
import { startConversationsServer } from './support/conversations-server.ts';
import { ScriptedProvider } from './support/scripted-provider.ts';

test('a reply that a restart interrupted is marked interrupted with its text, and the next send works', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'homie-restart-'));
  try {
    await copyDataFolder(dataDir);
    const provider = new ScriptedProvider();
    // A killed process receives no signal before.
    const { signal: shutdown } = new AbortController();
    const dependencies = {
      provider,
      shutdown,
      timing: { retryForMs: 0, staleAfterMs: 1_500, heartbeatMs: 100 },
    };
    const before = await startConversationsServer({ database: { dataDir }, dependencies });
    const { person, conversationId } = await before.personInConversation();
    const sending = person.send(conversationId, { content: 'Hi', leaveAfter: 3 });
    (await provider.reply()).start().write('Half a reply');
    await sending;
    await before.stop();

    const after = await startConversationsServer({ database: { dataDir }, dependencies });
    const again = person.on(after.server);
    const list = () => again.messages(conversationId);
    const turnId = (await list())[0]?.turn?.id ?? '';
    const events = await again.resume(conversationId, turnId);

    expect(events.at(-1)).toMatchObject({ event: 'error', data: { code: 'interrupted' } });
    expect(joinText(events)).toBe('Half a reply');
    expect(await list()).toMatchObject([
      { content: 'Hi', turn: { status: 'interrupted', text: 'Half a reply' } },
    ]);

    const next = again.send(conversationId, { content: 'Again' });
    (await provider.reply()).start().write('Whole').finish();
    expect(joinText(await next)).toBe('Whole');
    await after.stop();
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

test('a server that shuts down notifies the readers of running replies of the interruption', async () => {
  const provider = new ScriptedProvider();
  const server = await startConversationsServer({ dependencies: { provider } });
  const { person, conversationId } = await server.personInConversation();
  const sending = person.send(conversationId, { content: 'Hi', leaveAfter: 3 });
  (await provider.reply()).start().write('Half a reply');
  await sending;
  const turnId = (await person.messages(conversationId))[0]?.turn?.id ?? '';
  const reading = await person.post({
    endpoint: `/conversations/${conversationId}/stream?turnId=${turnId}`,
    method: 'GET',
  });
  await server.stop();
  const events = await readEvents(reading);
  expect(events.at(-1)).toMatchObject({
    event: 'error',
    data: { code: 'interrupted', retryable: true },
  });
  expect(joinText(events)).toBe('Half a reply');
});

test('the sweep on start ends turns without a writer, and no others', async () => {
  const provider = new ScriptedProvider();
  const server = await startConversationsServer({ dependencies: { provider } });
  const { person, conversationId } = await server.personInConversation();
  const sending = person.send(conversationId, { content: 'Hi' });
  const reply = await provider.reply();
  const { environment } = server;

  expect(await sweepTurns(environment)).toBe(0);
  expect(await sweepTurns(environment, {}, { olderThanMs: 0 })).toBe(1);

  reply.start().write('Too late').finish();
  expect((await sending).at(-1)).toMatchObject({ event: 'error', data: { code: 'interrupted' } });
  await server.stop();
});
