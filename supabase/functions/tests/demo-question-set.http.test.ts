import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoProvider } from '../_shared/ai/demo-provider.ts';
import { turnRequest } from '../_shared/ai/testing/turn-request.ts';
import type { ExtractedFile } from '../_shared/domain/extract/extracted-file.ts';
import { callerClient, serviceClient, type DataClient } from '../_shared/http/data-access.ts';
import { organisationRecords } from '../conversations/organisation-records.ts';
import { searchPassages } from '../conversations/search-passages.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';

/** Text of the attached file. */
const HOUSE_GUIDE = [
  'The bins are collected on Tuesday. Put them out on Monday evening.',
  'The spare key is in the grey box next to the meter.',
  'The code of the alarm is on the card in the office drawer.',
  'Turn on the heating at the panel in the hallway: press the sun, then plus.',
  'Visitors are welcome from ten in the morning until eight in the evening.',
  'The garden hose leaks. A new one comes with the next delivery.',
];

const AT_ONCE = 6;

interface Question {
  assistant: string;
  text: string;
  /** Start of the source that answers; undefined if nothing does. */
  source: string | undefined;
}

/** Reads questions by assistant and by the passage that answers them. */
async function readQuestions(file: string): Promise<Question[]> {
  const text = await readFile(new URL(`support/${file}`, import.meta.url), 'utf8');
  return text
    .split(/^# /m)
    .slice(1)
    .flatMap((part) => {
      const [assistant = '', ...groups] = part.split(/^## /m);
      return groups.flatMap((group) => {
        const [source = '', ...lines] = group.trim().split('\n');
        const asked = lines.filter((line) => line.startsWith('- '));
        return asked.map((line): Question => ({
          assistant: assistant.trim(),
          text: line.slice(2),
          source: source === 'nothing' ? undefined : source,
        }));
      });
    });
}

let server: ConversationsServer;
let data: DataClient;
let service: DataClient;
let participants: { name: string; status: 'active' }[];
beforeAll(async () => {
  server = await startConversationsServer({ seed: true });
  const session = await server.server.signIn('admin@secondhomie.example', 'homie-demo-2026');
  const people = await server.rows('participants?select=display_name');
  participants = people.map((row) => ({ name: String(row['display_name']), status: 'active' }));
  const environment = { ...server.environment, fetch: globalThis.fetch };
  data = callerClient(environment, session.accessToken);
  service = serviceClient(environment);
});
afterAll(() => server.stop());

/** Returns the source of the first quote of the demo's reply; undefined if it quotes nothing. */
async function ask(
  { text, assistant: label }: Question,
  assistantId: string,
): Promise<string | undefined> {
  const content: ExtractedFile = {
    parts: HOUSE_GUIDE.map((line, index) => ({ text: line, location: { line: index + 1 } })),
    tables: [],
    notes: [],
  };
  const isFile = label.endsWith('.txt');
  const request = turnRequest({
    question: text,
    records: {
      ...organisationRecords({ data, service }, { conversationId: randomUUID(), assistantId }),
      // The same for every question.
      earlierConversations: async () => [],
      participants: async () => participants,
    },
    assistant: { label, openaiAssistantId: 'asst_demo' },
    documents: await searchPassages(
      { data, embeddings: undefined },
      { assistantId, question: text },
    ),
    attachments: isFile ? [{ name: label, mime: 'text/plain', openaiFileId: null, content }] : [],
  });
  let reply = '';
  const { signal } = new AbortController();
  for await (const event of demoProvider({ delayMs: 0 }).stream(request, { signal }))
    if (event.type === 'delta') reply += event.text;
  return /^> — \*\[?(.+)/m.exec(reply)?.[1]?.replaceAll('\\', '');
}

test.each([
  { file: 'demo-question-set.md', maxWrong: 0.02 },
  // Worded as people speak, without regard to the words of the documents. Some passages answer in part.
  { file: 'demo-questions-in-other-words.md', maxWrong: 0.08 },
])(
  'CITE-18 the demo quotes the passage that answers, or says that it found nothing: $file',
  async ({ file, maxWrong }) => {
    const questions = await readQuestions(file);
    const rows = await server.rows('assistants?select=id,label');
    const ids = new Map(rows.map(({ id, label }) => [String(label), String(id)]));
    const right: string[] = [];
    const silent: string[] = [];
    const wrong: string[] = [];
    const check = async (question: Question) => {
      const assistant = question.assistant.endsWith('.txt') ? 'Shift notes' : question.assistant;
      const cited = await ask(question, ids.get(assistant) ?? '');
      const line = `${question.assistant}: ${question.text} -> ${cited ?? 'nothing'}`;
      const expected = question.source;
      const isRight =
        expected === undefined ? cited === undefined : cited?.startsWith(expected) === true;
      (isRight ? right : cited === undefined ? silent : wrong).push(line);
    };
    for (let at = 0; at < questions.length; at += AT_ONCE)
      await Promise.all(questions.slice(at, at + AT_ONCE).map(check));
    const counts = `right ${right.length}, silent ${silent.length}, wrong ${wrong.length}`;
    process.stdout.write([counts, ...silent, ...wrong, ''].join('\n'));
    expect(wrong.slice(Math.floor(questions.length * maxWrong))).toEqual([]);
  },
  600_000,
);
