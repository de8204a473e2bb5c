import type { ManifestRemote, RemoteResolution } from '@homie/composition';
import { hasOverride } from './override-key';
import type { PageContext } from './page-context';
import type { ChooseForPerson } from './release-choices';

/** What the code that is loaded when it is needed brings. */
export type PersonalChoice = (name: string, remote: ManifestRemote) => Promise<RemoteResolution>;

/**
 * Chooses by rollouts and overrides. Where a remote has neither, which is the rule, none of that code is loaded and
 * nothing is waited for.
 */
export function chooseForPerson(
  page: Promise<PageContext>,
  provided: Readonly<Record<string, string>>,
): ChooseForPerson {
  let loading: Promise<PersonalChoice> | undefined;
  return (name, remote) => {
    if (remote.rollouts.length === 0 && !hasOverride(name)) return undefined;
    loading ??= Promise.all([import('./personal'), page]).then(([{ personalChoice }, context]) =>
      personalChoice(context, provided),
    );
    return loading.then((choose) => choose(name, remote));
  };
}
