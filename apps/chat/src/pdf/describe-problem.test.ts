import { ApiError } from '@homie/api-client';
import { expect, test } from 'vitest';
import { describeProblem, NOT_LOADED } from './describe-problem';

const named = (name: string) => Object.assign(new Error('Details'), { name });

test('CITE-10 the reason names a password, damage or a refusal, and the connection for all others', () => {
  expect(describeProblem(named('PasswordException'))).toContain('protected by a password');
  expect(describeProblem(named('InvalidPDFException'))).toContain('damaged');
  expect(describeProblem(new ApiError('not_found', 'This file no longer exists.', 404))).toBe(
    'This file no longer exists.',
  );
  expect(describeProblem(new ApiError('network', 'Network error', 0))).toBe(NOT_LOADED);
  expect(describeProblem(new TypeError('Failed to fetch'))).toBe(NOT_LOADED);
});
