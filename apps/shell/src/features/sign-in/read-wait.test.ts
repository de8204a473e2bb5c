import { expect, test } from 'vitest';
import { formatCountdown, readWait } from './read-wait';

test.each([
  ['Please wait 42 seconds before asking for another email.', 42],
  ['Please wait 1 second before asking for another email.', 1],
  ['Please wait 5 minutes before asking for another email.', 300],
  ['For security purposes, you can only request this after 17 seconds.', 17],
  ['email rate limit exceeded', 60],
])('the wait is read from the refusal: %s', (message, seconds) => {
  expect(readWait(message)).toBe(seconds);
});

test('a countdown is in seconds, and in minutes if it is long', () => {
  expect([59, 60, 119, 120, 2999].map(formatCountdown)).toEqual([
    '59 s',
    '60 s',
    '119 s',
    '2 min',
    '50 min',
  ]);
});
