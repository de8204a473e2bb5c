import { resolveRemote } from '@homie/composition';
import { activeOverride } from '../overrides/active-override';
import type { PersonalChoice } from '../choose-for-person';
import type { PageContext } from '../page-context';
import { audienceTest } from './audience';
import { leaveToOthers, roleInTime, whoSignsIn } from './person';

/** Chooses releases for the person of a page, who is the first one to sign in on it. */
export function personalChoice(
  page: PageContext,
  provided: Readonly<Record<string, string>>,
): PersonalChoice {
  const person = whoSignsIn(page).then((user) => {
    leaveToOthers(page, user.id);
    return user;
  });
  // Once for the page: all remotes are chosen by the same role, and so is what they are compared with later.
  let role: Promise<string | null> | undefined;
  let showBadge: Promise<void> | undefined;

  return async (name, remote) => {
    const { id, email = '' } = await person;
    const readRole = () => (role ??= roleInTime(page, id));
    const { environment } = page;
    const override = await activeOverride(name, { environment, provided, readRole });
    if (override) {
      showBadge ??= import('../overrides/override-badge').then(({ showOverrideBadge }) =>
        showOverrideBadge(),
      );
      return override;
    }
    const isIn = await audienceTest(name, remote, { id, email }, readRole);
    return resolveRemote(name, remote, { provided, isIn });
  };
}
