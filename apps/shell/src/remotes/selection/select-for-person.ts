import { hasOverride } from './override-storage';
import type { PageContext } from './person';
import type { PersonalSelection, SelectForPerson } from './release-selection';

/**
 * Selects by rollouts and overrides. Most remotes have neither: then none of that code is loaded and the selection is
 * immediate.
 */
export function selectForPerson(
  page: Promise<PageContext>,
  provided: Readonly<Record<string, string>>,
): SelectForPerson {
  let loading: Promise<PersonalSelection> | undefined;
  return (name, remote) => {
    if (remote.rollouts.length === 0 && !hasOverride(name)) return undefined;
    loading ??= Promise.all([import('./personal-selection'), page]).then(
      ([{ personalSelection }, context]) => personalSelection(context, provided),
    );
    return loading.then((select) => select(name, remote));
  };
}
