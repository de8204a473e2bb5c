import { expect, test } from 'vitest';
import { fuzzyFilter, fuzzyScore } from './fuzzy-score';

const commands = [
  { label: 'New Chat' },
  { label: 'Search conversations' },
  { label: 'Archive this conversation' },
  { label: 'Archived conversations' },
  { label: 'Switch to dark theme' },
  { label: 'Keyboard shortcuts' },
];
const found = (typed: string) => fuzzyFilter(commands, typed).map(({ label }) => label);

test('finds a command by the first letters of its words', () => {
  expect(found('nc')[0]).toBe('New Chat');
  expect(found('ks')[0]).toBe('Keyboard shortcuts');
  expect(found('dark')[0]).toBe('Switch to dark theme');
});

test('ranks words that start with the typed letters first', () => {
  expect(found('arch').slice(0, 2)).toEqual([
    'Archived conversations',
    'Archive this conversation',
  ]);
  expect(found('search')[0]).toBe('Search conversations');
});

test('letters must occur in order', () => {
  expect(fuzzyScore('New Chat', 'tahc')).toBeNull();
  expect(found('xyz')).toEqual([]);
});

test('SEARCH-03 letters match in each of their forms', () => {
  expect(fuzzyScore('Zoe\u0308’s files', "ZOË'S")).not.toBeNull();
  expect(fuzzyScore("Zoë's files", 'zoe\u0308’s')).not.toBeNull();
});

test('ignores case and whitespace', () => {
  expect(found('NEW CH')[0]).toBe('New Chat');
  expect(found('  ')).toHaveLength(commands.length);
});
