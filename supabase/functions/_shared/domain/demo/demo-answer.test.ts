import { expect, test } from 'vitest';
import type { ExtractedFile } from '../extract/extracted-file.ts';
import {
  continueAfter,
  greetingAnswer,
  listAnswer,
  searchAnswer,
  summaryAnswer,
  tablesAnswer,
} from './demo-answer.ts';

const table = {
  sheet: 'Costs',
  columns: ['Item', 'Amount'],
  rows: [
    { row: 2, cells: ['Tea', '3'] },
    { row: 3, cells: ['Coffee', ''] },
    { row: 4, cells: ['Milk', '2'] },
  ],
};
const content = (text: string, more: Partial<ExtractedFile> = {}): ExtractedFile => ({
  parts: text === '' ? [] : [{ text, location: { page: 1 } }],
  tables: [],
  notes: [],
  ...more,
});
const search = (
  question: string,
  files: Parameters<typeof searchAnswer>[0]['files'],
  titles?: string[],
) => searchAnswer({ question, files, passages: [], ...(titles && { titles }) });

test('a greeting suggests questions, with the headings of the assistant’s own records', () => {
  const record = { id: 'r1', title: 'House guide', content: '## Bins\n\nx\n\n## Visitors_1\n\ny' };
  const other = { ...record, id: 'r2', title: 'Other', isOwn: false };
  expect(greetingAnswer('House *Rules*', [{ ...record, isOwn: true }, other])).toBe(
    [
      'Hello, this is House \\*Rules\\*. You can ask me about:',
      '',
      '- **[House guide](/app?record=r1)**: bins; visitors\\_1',
      '- files that you attach: I quote page, sheet or row, and work out totals and averages',
      '- your earlier conversations',
      '- the participants, assistants and conversations you have access to',
      '',
      'Try asking: *Summarise my last conversation.*',
    ].join('\n'),
  );
});

test('a list has the total count and the first 25 entries', () => {
  const names = { one: 'chat', many: 'chats' };
  expect(listAnswer(names, [])).toBe('There are no chats you have access to.');
  expect(listAnswer(names, ['a'])).toBe('You have access to **1 chat**:\n\n- a');
  const entries = Array.from({ length: 26 }, (_, index) => `n${index}`);
  expect(listAnswer(names, entries.slice(1))).toMatch(/\*\*25 chats\*\*:[^]*- n25$/);
  expect(listAnswer(names, entries)).toMatch(/\*\*26 chats\*\*:[^]*- n24\n- and 1 more$/);
});

test('a summary counts the messages and quotes the first three replies', () => {
  const conversation = { id: 'c1', title: 'Garden', assistantLabel: 'Rules_1' };
  const replies = ['one', 'two', 'three', 'four'].map((text) => ({
    role: 'assistant' as const,
    text,
    isDemo: false,
  }));
  const answer = summaryAnswer({ ...conversation, messages: replies });
  expect(answer).toMatch(
    /^\[Garden\]\(\/app\?conversation=c1\) with Rules\\_1 has 4 messages\. The main points of its replies:\n\n> one\n/,
  );
  expect(answer).toContain('> three');
  expect(answer).not.toContain('> four');
  const question = { role: 'user' as const, text: 'Hm?', isDemo: false };
  expect(summaryAnswer({ ...conversation, messages: [question] })).toBe(
    '[Garden](/app?conversation=c1) with Rules\\_1 has 1 message.',
  );
});

test('continueAfter returns the remaining answer, or starts again if the text differs', () => {
  expect(continueAfter('', 'One two')).toBe('One two');
  expect(continueAfter('One', 'One two')).toBe(' two');
  const again = continueAfter('Other', 'One two');
  expect(again).toBe('\n\nI can’t continue from there, so I’ll start again.\n\nOne two');
  expect(continueAfter(`Other${again.slice(0, -4)}`, 'One two')).toBe(' two');
});

test('tables of the message precede those of earlier ones', () => {
  const earlier = { ...table, sheet: 'Old', rows: [{ row: 2, cells: ['Tea', '9'] }] };
  const files = [
    { name: 'new.xlsx', content: content('', { tables: [table] }) },
    { name: 'old.xlsx', isEarlier: true, content: content('', { tables: [earlier] }) },
    { name: 'scan.pdf' },
    { name: 'old-scan.pdf', isEarlier: true },
  ];
  expect(tablesAnswer('What is the total amount?', files)).toBe(
    'The total of **Amount** in Sheet “Costs” of new.xlsx is **5**, over 2 rows.\n\nI could not read scan.pdf.',
  );
  expect(tablesAnswer('What is the total amount?', files.slice(1, 2))).toContain('**9**');
  expect(tablesAnswer('Where is the key?', files)).toBeUndefined();
  expect(tablesAnswer('What is the total amount?', [])).toBeUndefined();
});

test('a request for everything shows how the files start', async () => {
  const text = 'First.\n\nSecond.\n\nThird.';
  const files = [
    { name: 'a_1.pdf', content: content(text, { tables: [table] }) },
    { name: 'old.pdf', isEarlier: true, content: content('Old words.') },
    { name: 'scan.pdf' },
  ];
  expect(await search('What does this file say?', files)).toBe(
    [
      'I can’t summarise files without a model.',
      'a\\_1.pdf starts:',
      '> First.\n>\n> — *a\\_1.pdf, page 1*',
      '> Second.\n>\n> — *a\\_1.pdf, page 1*',
      'Sheet “Costs” of a\\_1.pdf has 3 rows under the columns **Item**, **Amount**. It starts:',
      '- Item: Tea · Amount: 3\n- Item: Coffee',
      'I could not read scan.pdf.',
    ].join('\n\n'),
  );
  expect(await search(' ', files.slice(1, 2))).toBe(
    'old.pdf starts:\n\n> Old words.\n>\n> — *old.pdf, page 1*',
  );
  const empty = { ...table, rows: [] };
  expect(await search('', [{ name: 'b.xlsx', content: content('', { tables: [empty] }) }])).toBe(
    'Sheet “Costs” of b.xlsx has 0 rows under the columns **Item**, **Amount**.',
  );
  expect(await search('', [{ name: 'scan.pdf' }])).toBe(
    'I could not read scan.pdf.\n\nI found nothing to quote.',
  );
});

test('at most three passages are quoted, with the files that could not be read', async () => {
  const text = ['Bins on Monday.', 'Bins on Tuesday.', 'Bins on Friday.', 'Bins on Sunday.'];
  const files = [{ name: 'a.pdf', content: content(text.join('\n\n')) }, { name: 'scan.pdf' }];
  const answer = await search('When are the bins?', files);
  expect(answer).toMatch(/^This is what I found:\n\n> Bins on /);
  expect(answer.match(/> Bins/g)).toHaveLength(3);
  expect(answer).toMatch(/\n\nI could not read scan\.pdf\.$/);
});

test('an answer without results says what was searched and suggests topics', async () => {
  const places = 'this conversation, your earlier conversations or the records you have access to.';
  expect(await search('helicopter', [])).toBe(`I found nothing about that in ${places}`);
  const files = [{ name: 'a.pdf', content: content('Bins on Monday.') }, { name: 'scan.pdf' }];
  expect(await search('helicopter', files, ['Guide_1', 'Plan'])).toBe(
    [
      `I found nothing about that in the attached files, ${places}`,
      'You can ask me about **Guide\\_1**, **Plan**.',
      'I could not read scan.pdf.',
    ].join('\n\n'),
  );
});
