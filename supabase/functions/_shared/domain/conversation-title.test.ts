import fc from 'fast-check';
import { expect, test } from 'vitest';
import { automaticTitle } from './conversation-title.ts';

test('uses the first line of the first message', () => {
  expect(automaticTitle({ content: 'How do I report a near miss?\nIt was a mat.' })).toBe(
    'How do I report a near miss?',
  );
  expect(automaticTitle({ content: '\n \t\n  Second   line\there ', fileNames: ['a.txt'] })).toBe(
    'Second line here',
  );
});

test('strips Markdown, but not text that resembles it', () => {
  const titles: [content: string, title: string][] = [
    ['## Shift note', 'Shift note'],
    ['> **Maya** got up at *7.30*', 'Maya got up at 7.30'],
    ['- [ ] `npm test` again', 'npm test again'],
    ['1. First', 'First'],
    ['See [the policy](https://example.org/a)', 'See the policy'],
    ['```ts\nconst a = 1;\n```', 'const a = 1;'],
    ['---\n\nAfter the rule', 'After the rule'],
    ['2 * 3 * 4 and snake_case_name', '2 * 3 * 4 and snake_case_name'],
    ['#1 on the list', '#1 on the list'],
    ['-5 degrees', '-5 degrees'],
  ];
  for (const [content, title] of titles) expect(automaticTitle({ content })).toBe(title);
});

test('truncates a long title at a word with three dots', () => {
  expect(
    automaticTitle({ content: 'Could you please help me to write the letter about the garden?' }),
  ).toBe('Could you please help me to write the letter about the...');
  expect(automaticTitle({ content: 'x'.repeat(60) })).toBe('x'.repeat(60));
  expect(automaticTitle({ content: 'x'.repeat(61) })).toBe(`${'x'.repeat(57)}...`);
});

test('handles a long line of nothing but marks in less than 100 ms', () => {
  const started = process.cpuUsage();
  for (const marks of ['[](a', '[', '`', 'a __', '*a ']) {
    automaticTitle({ content: `x${marks.repeat(16_000 / marks.length)}` });
  }
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(100);
  expect(automaticTitle({ content: `${' '.repeat(999)}\u{1f600}` })).toBe('\u{1f600}');
});

test('uses the name of the first file of a message without text', () => {
  expect(automaticTitle({ fileNames: ['lease.pdf', 'plan.pdf'] })).toBe('lease.pdf');
  expect(automaticTitle({ content: '***', fileNames: ['lease.pdf'] })).toBe('lease.pdf');
  expect(automaticTitle({})).toBeUndefined();
});

test('returns one line of 1 to 60 characters for any message, without splitting a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (content) => {
      const title = automaticTitle({ content });
      if (title === undefined) return;
      expect(title).toBe(title.trim());
      expect(title.length).toBeGreaterThan(0);
      expect(title.length).toBeLessThanOrEqual(60);
      expect(title).not.toMatch(/[\r\n]|\p{Surrogate}/u);
    }),
  );
});

test.each([
  ['Worker\tHours\tHouse\nPriya\t7.5\tWattle Street', 'Table: Worker, Hours, House'],
  ['Worker\tHours\nPriya\t7.5\n\nWho works most?', 'Who works most?'],
  ['\tIndented words', 'Indented words'],
])(
  'EXTRACT-09 names a message with pasted rows by its words, or else by the columns: %j',
  (content, title) => {
    expect(automaticTitle({ content })).toBe(title);
  },
);
