import { expect, test } from 'vitest';
import { AppError, toPublicError } from './errors.ts';

test('toPublicError returns the status, message and code of an AppError', () => {
  expect(toPublicError(new AppError('assistant_access_denied'))).toEqual({
    status: 403,
    body: {
      ok: false,
      error: "You don't have access to this assistant.",
      code: 'assistant_access_denied',
    },
  });
  expect(
    toPublicError(new AppError('validation_failed', 'Title too long', { details: [1] })),
  ).toEqual({
    status: 422,
    body: { ok: false, error: 'Title too long', code: 'validation_failed', details: [1] },
  });
});

test('a caller learns nothing of any other failure', () => {
  for (const error of [new Error('password=hunter2'), 'secret', undefined]) {
    expect(toPublicError(error)).toEqual({
      status: 500,
      body: { ok: false, error: 'An unexpected error occurred.', code: 'internal' },
    });
  }
});
