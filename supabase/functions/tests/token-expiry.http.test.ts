import type { SequencedStreamEvent } from '@homie/contracts';
import { decodeJwt, SignJWT } from 'jose';
import { PATIENCE } from '@homie/server/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ChatClient } from './support/chat-client.ts';
import { parseEventStream, joinText, getTurnId } from './support/stream-reading.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { ScriptedProvider } from './support/scripted-provider.ts';

const provider = new ScriptedProvider();
let server: ConversationsServer;
beforeAll(async () => {
  server = await startConversationsServer({ dependencies: { provider } });
});
afterAll(() => server.stop());

/** Returns a client of the same person and session with a token that expires in two seconds. */
async function withShortToken(person: ChatClient): Promise<ChatClient> {
  const claims = decodeJwt(person.authorization.slice('Bearer '.length));
  const accessToken = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setExpirationTime('2 seconds')
    .sign(new TextEncoder().encode(server.server.jwtSecret));
  const session = { accessToken, refreshToken: '', userId: person.userId };
  return new ChatClient(server.server, session, person.email);
}

test('F05 a token that expires during a reply ends neither the reply nor its stream; a reconnect needs a new token, and no event is missing', async () => {
  const { person, conversationId } = await server.personInConversation();
  const short = await withShortToken(person);
  const endpoint = `/conversations/${conversationId}/stream`;
  const body = { content: 'Hi', idempotencyKey: 'once' };
  const stream = parseEventStream(await short.post({ endpoint, method: 'POST', body }));
  const reply = await provider.reply();
  reply.start().write('One ');
  const seen: SequencedStreamEvent[] = [];
  const readTo = async (text: string) => {
    while (!joinText(seen).endsWith(text)) {
      const { value } = await stream.next();
      if (value) seen.push(value);
    }
  };
  await readTo('One ');

  const list = () => short.call('GET', '/conversations');
  await vi.waitUntil(async () => (await list()).status === 401, PATIENCE);
  reply.write('two ');
  await readTo('two ');

  await stream.return(undefined);
  const turnId = getTurnId(seen);
  expect(await short.call('GET', `${endpoint}?turnId=${turnId}`)).toMatchObject({
    status: 401,
    body: { code: 'not_authenticated' },
  });
  reply.write('three').finish();
  const rest = await person.resume(conversationId, turnId, seen.length);
  const events = [...seen, ...rest];
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect(joinText(events)).toBe('One two three');
  expect(events.at(-1)).toMatchObject({ event: 'final', data: { text: 'One two three' } });
});
