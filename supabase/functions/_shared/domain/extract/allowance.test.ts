import { afterEach, expect, test, vi } from 'vitest';
import { Allowance, truncateText } from './allowance.ts';
import { EXTRACTION_LIMITS } from './extracted-file.ts';

function allowance(characters: number, milliseconds = 1_000) {
  return new Allowance({ ...EXTRACTION_LIMITS, characters, milliseconds });
}

afterEach(() => void vi.useRealTimers());

test('take() returns text until the characters are used up', () => {
  const left = allowance(5);
  expect([left.take('abc'), left.isSpent]).toEqual(['abc', false]);
  expect([left.take('def'), left.isSpent]).toEqual(['de', true]);
  expect(left.take('g')).toBe('');
  const exact = allowance(2);
  expect([exact.take('ab'), exact.isSpent]).toEqual(['ab', true]);
});

test.each([
  ['ab', 2, 'ab'],
  ['abc', 2, 'ab'],
  ['a\u{1f44d}b', 2, 'a'],
  ['a\u{1f44d}b', 3, 'a\u{1f44d}'],
  ['\u{1f44d}', 2, '\u{1f44d}'],
])('the start of %j within %i units is %j', (text, length, start) => {
  expect(truncateText(text, length)).toBe(start);
});

test('the time is up after the limit, not at it', () => {
  vi.useFakeTimers();
  const left = allowance(1, 100);
  vi.advanceTimersByTime(100);
  expect(left.isOutOfTime).toBe(false);
  vi.advanceTimersByTime(1);
  expect(left.isOutOfTime).toBe(true);
});

test('yields to other work every 12 ms, and not more often', async () => {
  vi.useFakeTimers();
  const left = allowance(1);
  vi.advanceTimersByTime(11);
  expect(left.isBreathDue).toBe(false);
  await left.breathe();
  vi.advanceTimersByTime(1);
  expect(left.isBreathDue).toBe(true);
  let isOver = false;
  const breath = left.breathe().then(() => (isOver = true));
  await Promise.resolve();
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await breath;
  expect(left.isBreathDue).toBe(false);
});
