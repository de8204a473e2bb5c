import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { addNote } from './support/documents.ts';
import { ScriptedProvider } from './support/scripted-provider.ts';

const provider = new ScriptedProvider();
let server: ConversationsServer;
/** The tables and functions of the database that the functions have called. */
let calls: string[] = [];
beforeAll(async () => {
  server = await startConversationsServer({
    dependencies: { provider },
    wrapFetch: (fetch) => async (input, init) => {
      const { pathname } = new URL(new Request(input, init).url);
      calls.push(pathname.replace('/rest/v1/', ''));
      return fetch(input, init);
    },
  });
});
afterAll(() => server.stop());

test('INSTANT-40 a message, also in a long conversation, calls the database twice before the provider is requested, a third time to search documents, and at the same time for a short question with the one before it', async () => {
  const { person, assistantId, conversationId } = await server.personInConversation();
  /** Returns the calls from a message until the provider is requested, without those of the reader of the reply. */
  async function send(content: string): Promise<string[]> {
    calls = [];
    const sending = person.send(conversationId, { content });
    const reply = await provider.reply();
    const before = calls.filter((name) => name !== 'rpc/read_turn');
    reply.start().write('In the fridge.').finish();
    await sending;
    return before;
  }
  const twice = ['rpc/start_turn', 'rpc/read_turn_request'];
  expect(await send('Where is the insulin?')).toEqual(twice);
  // More messages than a page of a conversation has.
  for (let round = 0; round < 26; round += 1) await send(`Question ${round}`);
  expect(await send('Where was the insulin?')).toEqual(twice);
  const admin = await server.person('admin');
  await addNote(server, admin, {
    title: 'Storage',
    note: 'Insulin is in the fridge.',
    assistantId,
  });
  const search = 'rpc/search_documents';
  expect(await send('And now, where is the insulin?')).toEqual([...twice, search, search]);
  expect(await send('Where in the kitchen is the insulin of Maya now?')).toEqual([
    ...twice,
    search,
  ]);
});
