import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { addNote } from './support/documents.ts';
import { ScriptedProvider } from './support/scripted-provider.ts';
import { getTurnId, joinText } from './support/stream-reading.ts';

const provider = new ScriptedProvider();
let server: ConversationsServer;
beforeAll(async () => {
  server = await startConversationsServer({ dependencies: { provider } });
});
afterAll(() => server.stop());

test('CITE-20 text and sources of a reply have the numbers of its order, while it is written and after it continues', async () => {
  const admin = await server.person('admin');
  const worker = await server.person();
  const assistantId = await server.assistant({ label: 'House Rules' }, [worker]);
  await addNote(server, admin, {
    title: 'Bins',
    note: '# Green\nGreen bins go out on Monday.\n# Red\nRed bins go out on Tuesday.\n# Blue\nBlue bins go out on Friday.',
    assistantId,
  });
  const conversationId = await worker.startConversation(assistantId);
  const sending = worker.send(conversationId, {
    content: 'When do the bins go out?',
    leaveAfter: 4,
  });
  const first = await provider.reply();
  const numberOf = (
    { request }: Awaited<ReturnType<typeof provider.reply>>,
    colour: string,
  ): string => {
    const found = request.documents.passages.find(({ text }) => text.startsWith(colour));
    return `[${found?.number ?? 0}]`;
  };
  const colours = ['Green', 'Red', 'Blue'];
  const [a = '', b = '', c = ''] = colours.toSorted((left, right) =>
    numberOf(first, right).localeCompare(numberOf(first, left)),
  );
  expect(numberOf(first, a)).toBe('[3]');
  first
    .start()
    .write(`${a} ${numberOf(first, a).slice(0, 2)}`)
    .write('].')
    .write(' ');
  const events = await sending;
  const continues = getTurnId(events);
  await worker.call('POST', `/conversations/${conversationId}/stop`, { turnId: continues });
  await worker.resume(conversationId, continues);

  const [question] = await worker.messages(conversationId);
  const continuing = worker.reply(conversationId, { messageId: question?.id ?? '', continues });
  const second = await provider.reply();
  expect(second.request.continuation).toContain(`${a} [1]`);
  expect(numberOf(second, a)).toBe('[1]');
  second
    .start()
    .write(`${b} ${numberOf(second, b)}. ${a} ${numberOf(second, a)}. ${c} ${numberOf(second, c)}.`)
    .finish();
  const all = await continuing;
  const text = `${a} [1]. ${b} [2]. ${a} [1]. ${c} [3].`;
  expect(joinText(all)).toBe(text);
  const citations = [a, b, c].map((colour, index) => ({
    number: index + 1,
    title: `Bins, under “${colour}”`,
  }));
  expect(all.at(-1)).toMatchObject({ data: { text, citations } });
  expect((await worker.messages(conversationId)).at(-1)).toMatchObject({
    content: text,
    citations,
  });
});
