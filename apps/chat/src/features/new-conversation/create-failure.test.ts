import { ApiError } from '@homie/api-client';
import { expect, test } from 'vitest';
import { createFailure } from './create-failure';

test("ERR-07 a create error that contains 'access', in any case, is titled 'Access Denied'", () => {
  const message = "You don't have access to this assistant.";
  expect(createFailure(new Error(message))).toEqual({
    title: 'Access Denied',
    description: message,
  });
  expect(createFailure(new Error('ACCESS refused')).title).toBe('Access Denied');
});

test('START-10 a limit that was reached is shown in the words of the server', () => {
  const message = 'You have started 60 conversations within an hour. Please try again later.';
  expect(createFailure(new ApiError('rate_limited', message, 429)).description).toBe(message);
});

test("ERR-04 every other create error shows 'Failed to create conversation'", () => {
  expect(createFailure(new Error('Network error'))).toEqual({
    title: 'Error',
    description: 'Failed to create conversation',
  });
});
