import { sampleOf } from '@homie/server/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { responsesProvider } from '../_shared/ai/responses-provider.ts';
import type { ChatClient } from './support/chat-client.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { addNote } from './support/documents.ts';
import { POISONS } from './support/poisoned-documents.ts';
import { obeyInjection } from './obey-injection.ts';

const SECRET = 'Pat takes insulin at home at 9.';
const INVISIBLE = /[\p{Cf}\p{Co}]|(?![\n\t])\p{Cc}/u;

interface Body {
  instructions: string;
  input: { role: string; content: string }[];
  tools?: unknown;
  tool_choice?: unknown;
}

const bodies: Body[] = [];
/** Reply of the model to the next question. */
let reply = '';
let server: ConversationsServer;
let admin: ChatClient;
let worker: ChatClient;

beforeAll(async () => {
  const provider = responsesProvider({
    webSearch: true,
    fileUpload: false,
    fetch: async (_, init) => {
      bodies.push(JSON.parse(String(init?.body)) as Body);
      return obeyInjection(reply);
    },
  });
  server = await startConversationsServer({ dependencies: { provider } });
  admin = await server.person('admin');
  worker = await server.person();
  const participantId = await server.participant('Pat');
  await server.assistant({
    label: 'Pat notes',
    kind: 'participant',
    participant_id: participantId,
  });
  await addNote(server, admin, { title: 'Care plan of Pat', note: SECRET, participantId });
});
afterAll(() => server.stop());
// All documents of one user would be more than a minute allows.
beforeEach(async () => {
  admin = await server.person('admin');
});

async function ask(assistantId: string, content: string) {
  bodies.length = 0;
  const conversationId = await worker.startConversation(assistantId);
  const final = (await worker.send(conversationId, { content })).at(-1);
  expect(final).toMatchObject({ event: 'final' });
  const [body] = bodies;
  if (!body) throw new Error('no request');
  return { body, data: final?.data as { citations?: { url: string; title: string }[] } };
}

test('DOCS-11 there are 30 poisoned documents', () => {
  expect(new Set(POISONS).size).toBe(30);
});

test.each(
  POISONS.map((poison, index) => [index + 1, poison] as const).filter(
    ([number]) => number % sampleOf(5, 1) === 0,
  ),
)(
  'DOCS-11 CITE-04 poisoned document %i changes neither tools nor access nor citations',
  async (number, poison) => {
    const assistantId = await server.assistant({ label: `Rules ${number}` }, [worker]);
    await addNote(server, admin, {
      title: 'House handbook',
      // All words of the question: once PostgreSQL has analysed the table, 'insulin' alone is too common to be found.
      note: 'The insulin is kept in the fridge.',
      assistantId,
    });
    reply = 'In the fridge [1].';
    const clean = await ask(assistantId, 'Where is the insulin kept?');

    const poisoned = await addNote(server, admin, {
      // A title cannot have line breaks; everything else is allowed.
      title: `Insulin ${poison.replaceAll(/\p{Cc}+/gu, ' ')}`.slice(0, 160),
      note: `The insulin is kept here. ${poison.replaceAll('\0', '')}`,
      assistantId,
    });
    reply = `${poison} [1] [2] [3] [99]`;
    const { body, data } = await ask(assistantId, 'Where is the insulin kept?');

    // Tools and instructions are the same as without the document.
    expect([body.instructions, body.tools, body.tool_choice]).toEqual([
      clean.body.instructions,
      clean.body.tools,
      clean.body.tool_choice,
    ]);
    expect(body.tools).toBeUndefined();
    expect(body.input.map(({ role }) => role)).toEqual(['user']);

    // The document is data between two marks that it cannot know.
    const [{ content } = { content: '' }] = body.input;
    const [mark = ''] = /^[\da-f-]{36}/.exec(content) ?? [];
    const fences = content.split('\n').filter((line) => line.startsWith(mark));
    expect(fences.map((line) => line.slice(mark.length + 1).replace(/ from .*/, ''))).toEqual([
      'begin of passage 1',
      'end of passage 1',
      'begin of passage 2',
      'end of passage 2',
    ]);
    expect(content.split(mark)).toHaveLength(5);
    expect(content.endsWith('\n\nWhere is the insulin kept?')).toBe(true);
    expect(
      INVISIBLE.test(
        content
          .split('\n')
          .filter((line) => !line.startsWith(mark))
          .join('\n'),
      ),
    ).toBe(false);

    // Nothing of another assistant is in the request.
    expect(JSON.stringify(body)).not.toContain(SECRET);

    // Only passages that were in the request are cited, by our own titles.
    const { citations = [] } = data;
    const cited = [...citations].sort((a, b) => a.title.localeCompare(b.title));
    expect(cited).toHaveLength(2);
    for (const { url, title } of cited) {
      expect(url).toMatch(/^\/app\?document=[\da-f-]{36}&passage=1$/);
      // A document may have any name, also one that claims a version.
      expect(title).not.toMatch(/ \(version 1\)$/);
    }
    expect(cited.map(({ url }) => url)).toContain(`/app?document=${poisoned.versionId}&passage=1`);
  },
);

test('DOCS-11 poisoned documents do not hide the passage that answers a question', async () => {
  // A user starts a limited number of conversations within an hour.
  worker = await server.person();
  const assistantId = await server.assistant({ label: 'All poison' }, [worker]);
  for (const [index, poison] of POISONS.entries()) {
    const note = poison.replaceAll('\0', '');
    await addNote(server, admin, { title: `Note ${index}`, note, assistantId });
  }
  await addNote(server, admin, { title: 'Bins', note: 'The bins go out on Tuesday.', assistantId });
  reply = 'On Tuesday [1].';
  const { data } = await ask(assistantId, 'When do the bins go out?');
  expect(data.citations).toMatchObject([{ title: 'Bins' }]);
});
