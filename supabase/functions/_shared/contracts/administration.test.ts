import { expect, test } from 'vitest';
import {
  assignWorkerSchema,
  changeDirectAccessSchema,
  changeRoleSchema,
  isOwnDemotion,
  unassignWorkerSchema,
} from './administration.ts';
import { ID, OTHER_ID, refusals } from './testing/refusals.ts';
import { describeIssues } from './validation.ts';

test('RULE-23 assigning a worker needs participantId and userId as uuids', () => {
  expect(refusals(assignWorkerSchema, { participantId: ID, userId: OTHER_ID })).toEqual([]);
  expect(refusals(assignWorkerSchema, { participantId: 'x', userId: 'y' })).toEqual([
    'Invalid participant ID',
    'Invalid user ID',
  ]);
});

test("RULE-24 assigning without a chosen user is refused with 'Please select a user.'", () => {
  for (const userId of [undefined, '']) {
    expect(refusals(assignWorkerSchema, { participantId: ID, userId })).toEqual([
      'Please select a user.',
    ]);
  }
});

test('RULE-25 assigning grants access and unassigning retains it, by default', () => {
  const pair = { participantId: ID, userId: OTHER_ID };
  expect(assignWorkerSchema.parse(pair)).toEqual({ ...pair, alsoGrantAssistantAccess: true });
  expect(unassignWorkerSchema.parse(pair)).toEqual({ ...pair, alsoRevokeAssistantAccess: false });
});

test('RULE-26 a role change needs two uuids, a direct access change two uuids and a boolean', () => {
  expect(refusals(changeRoleSchema, { userId: ID, roleId: OTHER_ID })).toEqual([]);
  expect(refusals(changeRoleSchema, { userId: 'x' })).toEqual([
    'Invalid user ID',
    'Invalid role ID',
  ]);
  const change = { userId: ID, assistantId: OTHER_ID };
  expect(refusals(changeDirectAccessSchema, { ...change, granted: false })).toEqual([]);
  expect(refusals(changeDirectAccessSchema, { ...change, granted: 'yes' })).toEqual([
    'granted must be true or false',
  ]);
});

test('RULE-27 removing one’s own admin role is the only own demotion', () => {
  expect(isOwnDemotion({ actorId: ID, userId: ID, roleName: 'office' })).toBe(true);
  expect(isOwnDemotion({ actorId: ID, userId: ID, roleName: 'admin' })).toBe(false);
  expect(isOwnDemotion({ actorId: ID, userId: OTHER_ID, roleName: 'office' })).toBe(false);
});

test("RULE-28 failures are shown as 'path: message' entries joined by commas", () => {
  const result = assignWorkerSchema.safeParse({ participantId: 'x', userId: '' });
  expect(result.error && describeIssues(result.error)).toBe(
    'participantId: Invalid participant ID, userId: Please select a user.',
  );
});
