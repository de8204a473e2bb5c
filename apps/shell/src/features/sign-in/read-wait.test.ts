import { expect, test } from 'vitest';
import { formatCountdown, readWait, readWaitAfterMail } from './read-wait';

test.each([
  ['Please wait 42 seconds before requesting another email.', 42],
  ['Please wait 1 second before requesting another email.', 1],
  ['Please wait 5 minutes before requesting another email.', 300],
  ['For security purposes, you can only request this after 17 seconds.', 17],
  ['email rate limit exceeded', 60],
])('the wait is read from the refusal: %s', (message, seconds) => {
  expect(readWait(message)).toBe(seconds);
});

test.each([
  ['over_email_send_rate_limit', 'Please wait 42 seconds before requesting another email.', 42],
  ['over_email_send_rate_limit', 'Please wait 1 minute before requesting another email.', 60],
  ['over_email_send_rate_limit', 'Please wait 50 minutes before requesting another email.', null],
  ['over_request_rate_limit', 'Too many attempts. Please wait 5 seconds and try again.', null],
])(
  'only a refusal within a minute of a mail shows that it was sent: %s, %s',
  (code, message, wait) => {
    expect(readWaitAfterMail({ kind: 'refused', code, message })).toBe(wait);
  },
);

test('a countdown is in seconds, and in minutes if it is long', () => {
  expect([59, 60, 119, 120, 2999].map(formatCountdown)).toEqual([
    '59 s',
    '60 s',
    '119 s',
    '2 min',
    '50 min',
  ]);
});
