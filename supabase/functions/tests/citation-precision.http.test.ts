import { readFile } from 'node:fs/promises';
import { sampleOf } from '@homie/server/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChatClient } from './support/chat-client.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { addNote } from './support/documents.ts';

interface Question {
  text: string;
  /** The source that answers it; undefined if no document does. */
  source: string | undefined;
}

/** 21 documents and 200 questions, each below the section that answers it; none answers the last ones. */
const [unanswered = '', ...documents] = (
  await readFile(new URL('support/citation-questions.md', import.meta.url), 'utf8')
)
  .split(/^# /m)
  .slice(1)
  .toReversed();

const sections = documents.flatMap((document) => {
  const [title = '', ...parts] = document.split(/\n\n## /);
  return parts.map((part) => {
    const [heading = '', ...lines] = part.trim().split(/\n+/);
    const questions = lines.filter((line) => line.startsWith('- '));
    const text = lines.filter((line) => !line.startsWith('- ')).join('\n');
    return { title, heading, text, questions: questions.map((line) => line.slice(2)) };
  });
});

const all: Question[] = [
  ...sections.flatMap(({ title, heading, questions: ofSection }) =>
    ofSection.map((text) => ({ text, source: `${title}, under “${heading}”` })),
  ),
  ...unanswered
    .split('\n- ')
    .slice(1)
    .map((text) => ({ text: text.trim(), source: undefined })),
];

/** One of five questions, or all. */
const questions = all.filter((_, at) => (at + 1) % sampleOf(5, 1) === 0);

/** Each may start 60 conversations within an hour. */
const USERS = sampleOf(1, 5);

let server: ConversationsServer;
let users: ChatClient[];
let assistantId: string;

beforeAll(async () => {
  server = await startConversationsServer();
  const admin = await server.person('admin');
  users = await Promise.all(Array.from({ length: USERS }, () => server.person()));
  assistantId = await server.assistant({ label: 'House Rules' }, users);
  for (const title of new Set(sections.map((section) => section.title))) {
    const note = sections
      .filter((section) => section.title === title)
      .map(({ heading, text }) => `# ${heading}\n${text}`)
      .join('\n');
    await addNote(server, admin, { title, note, assistantId });
  }
});
afterAll(() => server.stop());

/** Returns the sources that the demo cites, in a conversation of its own: it would quote an earlier one. */
async function cite(user: ChatClient, content: string): Promise<string[]> {
  const conversationId = await user.startConversation(assistantId);
  const events = await user.send(conversationId, { content });
  await user.call('DELETE', `/conversations/${conversationId}`);
  const final = events.at(-1);
  if (final?.event !== 'final') throw new Error(`no reply to ${content}`);
  return (final.data.citations ?? []).map(({ title }) => title);
}

test(`CITE-07 replies of the demo to ${questions.length} of 200 questions cite the section that answers: at most 4 of 200 cite another, and at most 10 none`, async () => {
  expect(all).toHaveLength(200);
  const answers = await Promise.all(
    users.map(async (user, index) => {
      const answered = [];
      for (const question of questions.filter((_, at) => at % USERS === index))
        answered.push({ ...question, citations: await cite(user, question.text) });
      return answered;
    }),
  );
  const replies = answers.flat();
  const citations = replies.flatMap(({ source, citations: titles }) =>
    titles.map((title) => ({ isCorrect: title === source })),
  );
  const failed = replies.filter(({ source, citations: titles }) =>
    source === undefined ? titles.length > 0 : !titles.includes(source),
  );
  const wrong = failed.filter(({ citations: titles }) => titles.length > 0);
  const silent = failed.filter(({ citations: titles }) => titles.length === 0);
  // 3 replies were wrong and 8 silent when this was written. A wrong reply misleads, a silent one sends its reader elsewhere.
  const precision = citations.filter(({ isCorrect }) => isCorrect).length / citations.length;
  expect(precision).toBeGreaterThanOrEqual(sampleOf(0.75, 0.85));
  expect(wrong.slice(sampleOf(2, 4))).toEqual([]);
  expect(silent.slice(sampleOf(4, 10))).toEqual([]);
});
