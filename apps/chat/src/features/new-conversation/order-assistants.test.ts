import { expect, test } from 'vitest';
import { likelyAssistant, orderAssistants } from './order-assistants';

const [leave, home] = [{ id: 'leave' }, { id: 'home' }];
const used = (assistant_id: string, day: number) => ({
  assistant_id,
  updated_at: `2026-11-0${day}T09:00:00+00:00`,
});

test('the most recently used assistant is the likely one, whatever the order of the conversations', () => {
  expect(
    likelyAssistant([leave, home], [used('leave', 1), used('home', 3), used('leave', 2)]),
  ).toBe('home');
});

test('the only assistant is the likely one; of several that were never used, or are no longer accessible, none is', () => {
  expect(likelyAssistant([leave], [])).toBe('leave');
  expect(likelyAssistant([leave, home], [])).toBeNull();
  expect(likelyAssistant([leave, home], [used('gone', 1)])).toBeNull();
  expect(likelyAssistant([], [used('gone', 1)])).toBeNull();
});

test('START-02 the assistants used most recently are first, then the others in their order', () => {
  const never = { id: 'never' };
  const ids = orderAssistants(
    [leave, never, home],
    [used('leave', 1), used('home', 2), used('gone', 3)],
  ).map(({ id }) => id);
  expect(ids).toEqual(['home', 'leave', 'never']);
});
