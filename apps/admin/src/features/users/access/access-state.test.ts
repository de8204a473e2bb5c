import { expect, test } from 'vitest';
import { accessState } from './access-state';

test.each([
  [false, false, 'none'],
  [true, false, 'direct'],
  [false, true, 'role'],
  [true, true, 'both'],
] as const)('direct %s and role %s is %s', (hasDirectAccess, hasRoleAccess, state) => {
  expect(accessState({ hasDirectAccess, hasRoleAccess })).toBe(state);
});
