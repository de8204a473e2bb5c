import { expect, test } from 'vitest';
import { ApiError } from '../http/api-error';
import { pageRange } from './page-range';
import { PARTICIPANTS_FORBIDDEN, toApiError } from './rest-error';

const failure = (code: string, message = 'raw words') =>
  Object.assign(new Error(message), { code });

test('ERR-14 23505 has a general message, or one of the caller', () => {
  expect(toApiError(failure('23505')).message).toBe('A unique constraint was violated.');
  const unique = 'Worker is already assigned to this participant.';
  expect(toApiError(failure('23505'), { unique }).message).toBe(unique);
});

test('ERR-16 42501 has a message for users, or for participants', () => {
  expect(toApiError(failure('42501')).message).toBe(
    "You're not authorized to perform this action.",
  );
  expect(toApiError(failure('42501'), { forbidden: PARTICIPANTS_FORBIDDEN }).message).toBe(
    "You're not authorized to modify participants.",
  );
});

test("ERR-19 other failures show their raw message, or 'An unexpected error occurred.'", () => {
  expect(toApiError(failure('PT409', 'The last administrator must stay.')).message).toBe(
    'The last administrator must stay.',
  );
  expect(toApiError(failure('XX000', '')).message).toBe('An unexpected error occurred.');
  expect(toApiError('odd').message).toBe('An unexpected error occurred.');
  const own = new ApiError('network_error', 'Network error', 0);
  expect(toApiError(own)).toBe(own);
});

test('pages are counted from 1', () => {
  expect(pageRange(1, 25)).toEqual([0, 24]);
  expect(pageRange(3, 25)).toEqual([50, 74]);
});
