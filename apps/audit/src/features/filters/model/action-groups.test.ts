import { expect, test } from 'vitest';
import { actionGroups, toggleAction } from './action-groups';

test('AUDIT-07 a press adds an action, another takes it back, and an empty list is no filter', () => {
  const one = toggleAction(undefined, 'login');
  expect(one).toEqual(['login']);
  const two = toggleAction(one, 'denied');
  expect(two).toEqual(['login', 'denied']);
  expect(toggleAction(two, 'login')).toEqual(['denied']);
  expect(toggleAction(['denied'], 'denied')).toBeUndefined();
});

test('an action that nobody knows is offered while it is chosen', () => {
  const activity = { name: 'Activity', actions: ['login', 'denied'] };
  const others = [{ name: 'Administration', actions: ['role_changed'] }];
  expect(actionGroups(activity, others, ['role_changed'])).toEqual([activity, ...others]);
  expect(actionGroups(activity, others, ['login', 'teleported'])).toEqual([
    { name: 'Activity', actions: ['login', 'denied', 'teleported'] },
    ...others,
  ]);
});
