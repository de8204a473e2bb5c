import { expect, test } from 'vitest';
import type { ExtractedFile } from '../extract/extracted-file.ts';
import {
  continueAfter,
  greetingAnswer,
  listAnswer,
  openingsAnswer,
  passagesOfFiles,
  quoteAnswer,
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

test('a greeting suggests questions, with the headings of the assistant’s documents', () => {
  const href = '/app?document=v1&passage=1';
  const documents = [
    { title: 'House guide', href, headings: ['Bins', 'Visitors_1'] },
    { title: 'Plan', href, headings: [] },
  ];
  expect(greetingAnswer('House *Rules*', documents)).toBe(
    [
      'Hello, this is House \\*Rules\\*. You can ask me about:',
      '',
      '- **[House guide](/app?document=v1&passage=1)**: bins; visitors\\_1',
      '- **[Plan](/app?document=v1&passage=1)**',
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
    'The total of **Amount** in Sheet “Costs” of new.xlsx is **5**, over 2 rows: 3 + 2 (rows 2 and 4).\n\nI could not read scan.pdf.',
  );
  expect(tablesAnswer('What is the total amount?', files.slice(1, 2))).toContain('**9**');
  expect(tablesAnswer('Where is the key?', files)).toBeUndefined();
  expect(tablesAnswer('What is the total amount?', [])).toBeUndefined();
});

test('a request for everything shows how the files start', () => {
  const text = 'First.\n\nSecond.\n\nThird.';
  const files = [
    { name: 'a_1.pdf', content: content(text, { tables: [table] }) },
    { name: 'old.pdf', isEarlier: true, content: content('Old words.') },
    { name: 'scan.pdf' },
  ];
  expect(openingsAnswer('What does this file say?', files)).toBe(
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
  expect(openingsAnswer(' ', files.slice(1, 2))).toBe(
    'old.pdf starts:\n\n> Old words.\n>\n> — *old.pdf, page 1*',
  );
  const empty = { ...table, rows: [] };
  expect(openingsAnswer('', [{ name: 'b.xlsx', content: content('', { tables: [empty] }) }])).toBe(
    'Sheet “Costs” of b.xlsx has 0 rows under the columns **Item**, **Amount**.',
  );
  expect(openingsAnswer('', [{ name: 'scan.pdf' }])).toBe(
    'I could not read scan.pdf.\n\nI found nothing to quote.',
  );
});

test('one passage is quoted, at most three more are linked once each, with the files that could not be read', () => {
  const files = [{ name: 'a.pdf', content: content('One.\n\nTwo.') }, { name: 'scan.pdf' }];
  const more = ['b', 'b', 'c_1', 'd', 'e'].map((source) => ({
    source,
    href: `/app?x=${source}`,
    text: '',
  }));
  const found = [...passagesOfFiles(files, false), ...more];
  expect(quoteAnswer({ files, found, closest: [] })).toBe(
    [
      'This is what I found:',
      '> One.\n>\n> — *a.pdf, page 1*',
      'More: [b](/app?x=b), [c\\_1](/app?x=c_1), [d](/app?x=d)',
      'I could not read scan.pdf.',
    ].join('\n\n'),
  );
  expect(passagesOfFiles(files, true)).toEqual([]);
});

test('an answer without results links what is closest', () => {
  const files = [{ name: 'scan.pdf' }];
  expect(quoteAnswer({ files, found: [], closest: [{ source: 'Plan', href: '/app?x' }] })).toBe(
    'I found nothing that answers this.\n\nClosest: [Plan](/app?x)\n\nI could not read scan.pdf.',
  );
  expect(quoteAnswer({ files: [], found: [], closest: [] })).toBe(
    'I found nothing that answers this.',
  );
});
