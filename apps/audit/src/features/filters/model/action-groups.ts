/** Actions that belong together. */
export interface ActionGroup {
  name: string;
  actions: readonly string[];
}

/**
 * The groups to choose from. What is chosen and in none of them, e.g. by a link from a newer version, is in the first, so
 * that it can be taken back.
 */
export function actionGroups(
  first: ActionGroup,
  others: readonly ActionGroup[],
  chosen: readonly string[],
): [ActionGroup, ...ActionGroup[]] {
  const known = [first, ...others].flatMap(({ actions }) => actions);
  const unknown = chosen.filter((action) => !known.includes(action));
  return [{ ...first, actions: [...first.actions, ...unknown] }, ...others];
}

/** The chosen actions after one was pressed; undefined when none is left. */
export function toggleAction(
  chosen: readonly string[] | undefined,
  action: string,
): readonly string[] | undefined {
  const next = chosen?.includes(action)
    ? chosen.filter((each) => each !== action)
    : [...(chosen ?? []), action];
  return next.length > 0 ? next : undefined;
}
