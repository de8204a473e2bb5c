import type { ActionGroup } from '../../../api/use-action-groups';

/**
 * Returns the groups to choose from. Adds selected actions that no group has, e.g. from a link by a newer version, to
 * the first group, so that they can be deselected.
 */
export function actionGroups(
  [first, ...others]: readonly [ActionGroup, ...ActionGroup[]],
  chosen: readonly string[],
): [ActionGroup, ...ActionGroup[]] {
  const known = [first, ...others].flatMap(({ actions }) => actions);
  const unknown = chosen.filter((action) => !known.includes(action));
  return [{ ...first, actions: [...first.actions, ...unknown] }, ...others];
}

/** Toggles an action and returns the chosen actions; undefined if there are none. */
export function toggleAction(
  chosen: readonly string[] | undefined,
  action: string,
): readonly string[] | undefined {
  const next = chosen?.includes(action)
    ? chosen.filter((each) => each !== action)
    : [...(chosen ?? []), action];
  return next.length > 0 ? next : undefined;
}
