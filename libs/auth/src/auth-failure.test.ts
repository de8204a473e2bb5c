import {
  AuthApiError,
  AuthRetryableFetchError,
  AuthSessionMissingError,
  AuthWeakPasswordError,
} from '@supabase/auth-js';
import { describe, expect, test } from 'vitest';
import { endsSession, toAuthFailure } from './auth-failure';

describe('ERR-03 codes of the provider', () => {
  test('weak_password is a refusal with the message of the service', () => {
    const message = 'Password should contain at least one digit.';
    expect(toAuthFailure(new AuthWeakPasswordError(message, 422, ['characters']))).toEqual({
      kind: 'refused',
      code: 'weak_password',
      message,
    });
  });

  test.each(['session_not_found', 'invalid_jwt', 'bad_jwt', 'user_not_found'])(
    '%s ends the session',
    (code) => {
      expect(endsSession(code)).toBe(true);
    },
  );

  test('session_not_found is recognised in the error class of the client', () => {
    expect(toAuthFailure(new AuthSessionMissingError()).code).toBe('session_not_found');
  });

  test.each(['weak_password', 'invalid_credentials', undefined])(
    '%s does not end the session',
    (code) => {
      expect(endsSession(code)).toBe(false);
    },
  );
});

describe('a failure', () => {
  test('is refused if the service responded with an error', () => {
    const error = new AuthApiError('Invalid login credentials', 400, 'invalid_credentials');
    expect(toAuthFailure(error).kind).toBe('refused');
  });

  test.each([
    ['the network failed', new AuthRetryableFetchError('Failed to fetch', 0)],
    ['a gateway had no answer', new AuthRetryableFetchError('{}', 503)],
    ['the client gave up a call that may be repeated', new AuthRetryableFetchError('{}', 429)],
    ['the answer was no error', new AuthApiError('Moved', 302, 'moved')],
    ['there was no answer', { name: 'AuthError', message: 'none' }],
    ['the service broke', new AuthApiError('Database error', 500, 'unexpected_failure')],
  ])('is unexpected if %s', (_what, error) => {
    expect(toAuthFailure(error).kind).toBe('unexpected');
  });
});
