import { expect, test } from 'vitest';
import { recentHistory } from './history.ts';

const message = (text: string) => ({ role: 'user' as const, text });

test('retains the latest whole messages that fit the limit', () => {
  const messages = ['aaaa', 'bbb', 'cc'].map(message);
  expect(recentHistory(messages, 9)).toEqual(messages);
  expect(recentHistory(messages, 8)).toEqual(messages.slice(1));
  expect(recentHistory(messages, 4)).toEqual(messages.slice(2));
  expect(recentHistory(messages, 1)).toEqual([]);
});
