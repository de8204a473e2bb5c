import { afterAll, beforeAll, expect, test } from 'vitest';
import { textOf } from './support/chat-client.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';

let server: ConversationsServer;
beforeAll(async () => {
  server = await startConversationsServer();
});
afterAll(() => server.stop());

test('API-37 DATA-16 a sent message is answered by info, created, deltas and final', async () => {
  const { person, conversationId } = await server.personInConversation();

  const events = await person.send(conversationId, { content: 'Hello' });

  console.log(JSON.stringify(events));
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect(textOf(events)).toMatch(/^Demo mode/);
  console.log(JSON.stringify(await person.get(`/conversations/${conversationId}/messages`)));
  console.log(JSON.stringify(await person.get('/conversations')));
  console.log(JSON.stringify(await person.get('/assistants?q=house')));
  console.log(JSON.stringify(await server.audit(conversationId)));
});
