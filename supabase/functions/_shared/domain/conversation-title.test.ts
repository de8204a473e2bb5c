import fc from 'fast-check';
import { expect, test } from 'vitest';
import { automaticTitle } from './conversation-title.ts';

test('a conversation is called after the first line of its first message', () => {
  expect(automaticTitle({ content: 'How do I report a near miss?\nIt was a mat.' })).toBe(
    'How do I report a near miss?',
  );
  expect(automaticTitle({ content: '\n \t\n  Second   line\there ', fileNames: ['a.txt'] })).toBe(
    'Second line here',
  );
});

test('marks of Markdown are no part of the title, words that look alike are', () => {
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

test('a long title ends with a whole word and three dots', () => {
  expect(
    automaticTitle({ content: 'Could you please help me to write the letter about the garden?' }),
  ).toBe('Could you please help me to write the letter about the...');
  expect(automaticTitle({ content: 'x'.repeat(60) })).toBe('x'.repeat(60));
  expect(automaticTitle({ content: 'x'.repeat(61) })).toBe(`${'x'.repeat(57)}...`);
});

test('a long line of nothing but marks gets its title in a moment', () => {
  const started = process.cpuUsage();
  for (const marks of ['[](a', '[', '`', 'a __', '*a ']) {
    automaticTitle({ content: `x${marks.repeat(16_000 / marks.length)}` });
  }
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(100);
  expect(automaticTitle({ content: `${' '.repeat(999)}\u{1f600}` })).toBe('\u{1f600}');
});

test('a message of files alone gives the name of the first one', () => {
  expect(automaticTitle({ fileNames: ['lease.pdf', 'plan.pdf'] })).toBe('lease.pdf');
  expect(automaticTitle({ content: '***', fileNames: ['lease.pdf'] })).toBe('lease.pdf');
  expect(automaticTitle({})).toBeUndefined();
});

test('whatever the message says, its title is one line of 1 to 60 characters and cuts none in two', () => {
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
