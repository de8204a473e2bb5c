import { useActionGroups } from '../../../api/use-action-groups';

/** Every action that an entry can have. */
export function useActions(): readonly string[] {
  return useActionGroups().flatMap(({ actions }) => actions);
}
