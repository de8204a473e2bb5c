import { expect, test } from 'vitest';
import { toFieldError } from './field-error';

test.each([
  ['invalid_credentials', 'Invalid login credentials', "That email and password don't match."],
  [
    'validation_failed',
    'Unable to validate email address: invalid format',
    'Enter a full email address, like name@example.org.',
  ],
  [
    'over_request_rate_limit',
    'Too many attempts. Please wait 5 minutes and try again.',
    'Too many attempts. Please wait 5 minutes and try again.',
  ],
])('%s is shown at a field in our words', (code, message, expected) => {
  expect(toFieldError({ kind: 'refused', code, message })?.message).toBe(expected);
});

test('a failure that concerns no field has no field error', () => {
  expect(toFieldError({ kind: 'unexpected', message: 'Failed to fetch' })).toBeNull();
  expect(
    toFieldError({ kind: 'refused', code: 'validation_failed', message: 'A password is missing' }),
  ).toBeNull();
});
