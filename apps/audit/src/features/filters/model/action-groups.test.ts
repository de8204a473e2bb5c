import { expect, test } from 'vitest';
import { actionGroups, toggleAction } from './action-groups';

test('AUDIT-07 a press selects an action, another deselects it, and an empty list removes the filter', () => {
  const one = toggleAction(undefined, 'login');
  expect(one).toEqual(['login']);
  const two = toggleAction(one, 'denied');
  expect(two).toEqual(['login', 'denied']);
  expect(toggleAction(two, 'login')).toEqual(['denied']);
  expect(toggleAction(['denied'], 'denied')).toBeUndefined();
});

test('offers an unknown action in the first group while it is selected', () => {
  const activity = { name: 'Activity', actions: ['login', 'denied'] };
  const administration = { name: 'Administration', actions: ['role_changed'] };
  const groups = [activity, administration] as const;
  expect(actionGroups(groups, ['role_changed'])).toEqual(groups);
  expect(actionGroups(groups, ['login', 'teleported'])).toEqual([
    { name: 'Activity', actions: ['login', 'denied', 'teleported'] },
    administration,
  ]);
});
