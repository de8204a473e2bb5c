import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildInstructions, buildMessages } from '../_shared/ai/request-text.ts';
import type { ChatClient } from './support/chat-client.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { addFile, addNote } from './support/documents.ts';
import { ScriptedProvider } from './support/scripted-provider.ts';
import { joinText } from './support/stream-reading.ts';

const provider = new ScriptedProvider();
let server: ConversationsServer;
let admin: ChatClient;
let worker: ChatClient;
let assistantId: string;
let versionId: string;

beforeAll(async () => {
  server = await startConversationsServer({ dependencies: { provider } });
  admin = await server.person('admin');
  worker = await server.person();
  assistantId = await server.assistant({ label: 'House Rules' }, [worker]);
  ({ versionId } = await addNote(server, admin, {
    title: 'Medication policy',
    note: '# Doses\nTwo workers witness each dose.\n# Storage\nInsulin is in the fridge.',
    assistantId,
  }));
});
afterAll(() => server.stop());

const href = (position: number) => `/app?document=${versionId}&passage=${position}`;

test('CITE-01 CITE-02 a reply lists the passages that it cites, numbered, with position and version', async () => {
  const conversationId = await worker.startConversation(assistantId);
  const sending = worker.send(conversationId, { content: 'Who is a witness for each dose?' });
  const reply = await provider.reply();
  expect(reply.request.documents).toMatchObject({
    hasDocuments: true,
    passages: [{ number: 1, text: 'Two workers witness each dose.' }],
  });
  reply.start().write('Two workers [').write('1]. As [7] says.').finish();
  const citations = [{ number: 1, url: href(1), title: 'Medication policy, under “Doses”' }];
  expect((await sending).at(-1)).toMatchObject({ event: 'final', data: { citations } });
  const messages = await worker.messages(conversationId);
  expect(messages.at(-1)).toMatchObject({ citations });
  const file = await worker.get(`/conversations/${conversationId}/export?format=markdown`);
  expect(file).toMatchObject({ text: expect.stringContaining('\\[1] Medication policy') });
});

test('CITE-15 the source of several rows names the first and the last one', async () => {
  const id = await server.assistant({ label: 'Roster' }, [worker]);
  const content = 'Name,Pager\nAva,4101\nLeo,4102\n\nMaya,4104';
  await addFile(server, admin, { name: 'Pagers.csv', mime: 'text/csv', content }, id);
  const conversationId = await worker.startConversation(id);
  const sending = worker.send(conversationId, { content: 'Which pager does Leo have?' });
  (await provider.reply()).start().write('4102 [1].').finish();
  const citations = [{ title: 'Pagers, rows 2–5' }];
  expect((await sending).at(-1)).toMatchObject({ data: { citations } });
});

test('CITE-01 a reply without a reference has no sources', async () => {
  const conversationId = await worker.startConversation(assistantId);
  const sending = worker.send(conversationId, { content: 'Where is the insulin?' });
  (await provider.reply()).start().write('Not in our documents.').finish();
  expect((await sending).at(-1)).not.toHaveProperty('data.citations');
});

test('CITE-03 the prompt fences passages with a random mark, and asks for "Not in our documents" only with documents', async () => {
  const conversationId = await worker.startConversation(assistantId);
  const sending = worker.send(conversationId, { content: 'Where is the insulin?' });
  const reply = await provider.reply();
  const mark = crypto.randomUUID();
  expect(buildMessages(reply.request, mark).at(-1)?.text).toBe(
    `${mark} begin of passage 1 from "Medication policy, under “Storage”"\n` +
      `Insulin is in the fridge.\n${mark} end of passage 1\n\nWhere is the insulin?`,
  );
  expect(buildInstructions(reply.request)).toContain('Not in our documents.');
  reply.start().write('In the fridge [1].').finish();
  await sending;

  const other = await server.personInConversation();
  const plain = other.person.send(other.conversationId, { content: 'Where is the insulin?' });
  const plainReply = await provider.reply();
  expect(plainReply.request.documents).toEqual({ hasDocuments: false, passages: [] });
  expect(buildInstructions(plainReply.request)).not.toContain('documents');
  plainReply.start().write('I do not know.').finish();
  await plain;
});

test('CITE-03 a short question is searched together with the question before it', async () => {
  const conversationId = await worker.startConversation(assistantId);
  const first = worker.send(conversationId, { content: 'How is insulin stored in this house?' });
  (await provider.reply()).start().write('In the fridge [1].').finish();
  await first;
  const second = worker.send(conversationId, { content: 'And for how long?' });
  const reply = await provider.reply();
  expect(reply.request.documents.passages[0]?.text).toBe('Insulin is in the fridge.');
  reply.start().write('Not in our documents.').finish();
  await second;
});

test('DOCS-01 passages are searched as the user: revoked access finds nothing from then on', async () => {
  const search = async (person: ChatClient) => {
    const response = await person.rest('rpc/search_documents', {
      method: 'POST',
      body: { assistant_id: assistantId, question: 'insulin' },
    });
    return (await response.json()) as { hasDocuments: boolean; passages: unknown[] };
  };
  expect((await search(worker)).passages).toHaveLength(1);
  const stranger = await server.person();
  expect(await search(stranger)).toEqual({ hasDocuments: false, passages: [] });
  const chunks = await stranger.rest('document_chunks?select=content');
  expect(await chunks.json()).toEqual([]);
});

test('DOCS-04 CITE-05 an earlier reply still cites the version that it quoted, after a new version was read', async () => {
  const { documentId, versionId: first } = await addNote(server, admin, {
    title: 'Bins',
    note: 'Bins go out on Tuesday.',
    assistantId,
  });
  const conversationId = await worker.startConversation(assistantId);
  const sending = worker.send(conversationId, { content: 'When do the bins go out?' });
  (await provider.reply()).start().write('On Tuesday [1].').finish();
  await sending;
  await addNote(server, admin, { title: 'Bins', note: 'Bins go out on Friday.', documentId });
  const [{ citations } = {}] = (await worker.messages(conversationId)).slice(-1);
  expect(citations).toMatchObject([{ url: `/app?document=${first}&passage=1` }]);
  const old = await worker.rest(`document_chunks?version_id=eq.${first}&select=content`);
  expect(await old.json()).toEqual([{ content: 'Bins go out on Tuesday.' }]);
  const again = worker.send(conversationId, { content: 'On which day do the bins go out?' });
  const reply = await provider.reply();
  expect(reply.request.documents.passages.map(({ text }) => text)).toContain(
    'Bins go out on Friday.',
  );
  expect(JSON.stringify(reply.request.documents)).not.toContain('Tuesday');
  reply.start().write('On Friday [1].').finish();
  await again;
});

test('CITE-06 the demo answers from the same passages, with links and numbered sources', async () => {
  const demo = await startConversationsServer();
  try {
    const editor = await demo.person('admin');
    const person = await demo.person();
    const id = await demo.assistant({ label: 'Rules' }, [person]);
    const saved = await addNote(demo, editor, {
      title: 'Medication policy',
      note: '# Storage\nInsulin is *always* in the fridge.',
      assistantId: id,
    });
    const conversationId = await person.startConversation(id);
    const events = await person.send(conversationId, { content: 'Where is the insulin?' });
    const url = `/app?document=${saved.versionId}&passage=1`;
    expect(joinText(events)).toContain(
      `> Insulin is \\*always\\* in the fridge.\n>\n> — *[Medication policy, under “Storage”](${url})* [1]`,
    );
    expect(events.at(-1)).toMatchObject({ data: { citations: [{ number: 1, url }] } });
    const nothing = await person.send(conversationId, {
      content: 'Who won the football grand final?',
    });
    expect(joinText(nothing)).toContain('I found nothing that answers this.');
    expect(nothing.at(-1)).not.toHaveProperty('data.citations');
  } finally {
    await demo.stop();
  }
});
