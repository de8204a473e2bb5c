import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { PATIENCE, createPostgresCluster, type PostgresCluster } from '@homie/server/testing';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { persistentSend } from './support/persistent-send.ts';
import { ScriptedProvider } from './support/scripted-provider.ts';
import { joinText } from './support/stream-reading.ts';

const SENTENCE = 'The service is temporarily unavailable. Please try again.';
/** Timeout of the recovery. It takes two seconds at most; a busy computer takes longer. */
const BACK_WITHIN_MS = 60_000;

describe('a PostgreSQL outage', () => {
  const provider = new ScriptedProvider();
  let cluster: PostgresCluster;
  let server: ConversationsServer;
  beforeAll(async () => {
    cluster = await createPostgresCluster();
    server = await startConversationsServer({
      database: { databaseUrl: cluster.url },
      dependencies: { provider },
    });
  });
  afterAll(async () => {
    await server.stop();
    await cluster.remove();
  });

  test.each(['stop', 'kill'] as const)(
    'F03 %s and start during a reply: acknowledged data is stored, the reply completes, calls in between get an error message, and the service recovers without intervention',
    async (end) => {
      const { person, conversationId } = await server.personInConversation();
      let seen = 0;
      const sending = persistentSend({
        person: () => person,
        conversationId,
        content: 'Hi',
        onEvent: () => {
          seen += 1;
        },
      });
      const reply = await provider.reply();
      reply.start().write('One ');
      await vi.waitUntil(() => seen > 2, PATIENCE);

      await cluster[end]();
      reply.write('two ');
      for (const [method, endpoint, body] of [
        ['GET', '/conversations', undefined],
        ['GET', `/conversations/${conversationId}/messages`, undefined],
        ['POST', '/conversations', { assistantId: conversationId }],
        ['POST', `/conversations/${conversationId}/stream`, { content: 'x', idempotencyKey: 'x' }],
      ] as const) {
        expect(await person.call(method, endpoint, body)).toEqual({
          status: 503,
          body: { ok: false, code: 'unavailable', error: SENTENCE },
        });
      }

      await cluster.start();
      const started = performance.now();
      await vi.waitUntil(async () => (await person.call('GET', '/conversations')).status === 200, {
        timeout: BACK_WITHIN_MS,
      });
      reply.write('three').finish();
      const events = await sending;
      expect(performance.now() - started).toBeLessThan(BACK_WITHIN_MS);
      expect(events.at(-1)).toMatchObject({ event: 'final', data: { text: 'One two three' } });
      expect(joinText(events)).toBe('One two three');
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
      expect(await person.messages(conversationId)).toMatchObject([
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'One two three' },
      ]);
    },
  );
});
