import { resolveRemote } from '@homie/composition';
import { activeOverride } from './active-override';
import { audienceTest } from './audience';
import { reloadForOthers, roleInTime, signedInUser, type PageContext } from './person';
import type { PersonalSelection } from './release-selection';

/** Selects releases for the user of a page, who is the first one to sign in on it. */
export function personalSelection(
  page: PageContext,
  provided: Readonly<Record<string, string>>,
): PersonalSelection {
  const person = signedInUser(page).then((user) => {
    reloadForOthers(page, user.id);
    return user;
  });
  // Read once per page: all remotes, and the updates that are compared with them, are selected by the same role.
  let role: Promise<string | null> | undefined;
  let showBadge: Promise<void> | undefined;

  return async (name, remote) => {
    const { id, email = '' } = await person;
    const readRole = () => (role ??= roleInTime(page, id));
    const { environment } = page;
    const override = await activeOverride(name, { environment, provided, readRole });
    if (override) {
      showBadge ??= import('./override-badge').then(({ showOverrideBadge }) => showOverrideBadge());
      return override;
    }
    const isIn = await audienceTest(name, remote, { id, email }, readRole);
    return resolveRemote(name, remote, { provided, isIn });
  };
}
