import { expect, test } from 'vitest';
import { readExportedThread } from './exported-thread';

const ID = '0f6c2f0a-0004-4000-8000-00000000000';
const at = '2026-11-20T23:59:00+00:00';

function message(number: number, role: 'user' | 'assistant', content: string) {
  return {
    id: `${ID}${number}`,
    parent_id: null,
    role,
    content,
    files: [],
    created_at: at,
    openai_message_id: null,
  };
}

const unfinished = (number: number, reply: number | null, status: string) => ({
  message_id: `${ID}${number}`,
  reply_id: reply === null ? null : `${ID}${reply}`,
  status,
  text: 'Half',
});

const exported = (shown: number[], replies: object[] = []) =>
  JSON.stringify({
    exported_at: at,
    conversation: {
      title: 'Trip',
      created_at: at,
      assistant: { label: 'House Rules', participant_name: 'Ava' },
    },
    shown_message_ids: shown.map((number) => `${ID}${number}`),
    messages: [
      message(1, 'user', 'One'),
      message(2, 'assistant', 'First'),
      message(3, 'assistant', 'Another first'),
      message(4, 'user', 'Two'),
    ],
    unfinished_replies: replies,
  });

const texts = (json: string) =>
  readExportedThread(json, 'ann@test.example').entries.map(({ heading, text }) => [
    heading.replace(/, \w+day,?.*/, ''),
    text,
  ]);

test('OUT-03 a Word document has the shown branch with its authors, and no other branch', () => {
  expect(texts(exported([1, 3, 4]))).toEqual([
    ['ann@test.example', 'One'],
    ['House Rules', 'Another first'],
    ['ann@test.example', 'Two'],
  ]);
  expect(readExportedThread(exported([1]), 'ann@test.example').facts).toEqual([
    'Assistant: House Rules (for Ava)',
    expect.stringMatching(/^Started by ann@test\.example: .*2026/),
    expect.stringMatching(/^Exported: .*2026/),
  ]);
});

test('OUT-03 a reply that is not complete is marked in the Word document', () => {
  const replies = [unfinished(1, 2, 'stopped'), unfinished(4, null, 'failed')];
  const { entries } = readExportedThread(exported([1, 2, 4], replies), 'ann@test.example');
  expect(entries.map(({ notes }) => notes)).toEqual([[], ['Stopped here.'], [], []]);
  expect(entries.at(-1)).toMatchObject({
    heading: 'House Rules, not complete: failed',
    text: 'Half',
  });
});
