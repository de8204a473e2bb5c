import type { Manifest, ManifestRemote } from '@homie/composition';
import { describeAudience } from './releases';

/** The changes of one remote in a revision, in words. */
export interface RemoteChange {
  remote: string;
  text: string;
}

/**
 * Returns the changes between a manifest and the previous one.
 * @param before undefined if it is no longer stored: no changes are returned then
 */
export function diffManifests(after: Manifest, before: Manifest | undefined): RemoteChange[] {
  if (!before) return [];
  const names = new Set([...Object.keys(before.remotes), ...Object.keys(after.remotes)]);
  return [...names].toSorted().flatMap((remote) => {
    const [now, then] = [after.remotes[remote], before.remotes[remote]];
    if (!now) return [{ remote, text: 'removed' }];
    if (!then) return [{ remote, text: now.version }];
    const changes = [
      ...(now.version === then.version ? [] : [`${then.version} → ${now.version}`]),
      ...(describeRollouts(now) === describeRollouts(then)
        ? []
        : [describeRollouts(now) || 'rollout ended']),
    ];
    return changes.length > 0 ? [{ remote, text: changes.join(', ') }] : [];
  });
}

function describeRollouts({ rollouts }: ManifestRemote): string {
  return rollouts
    .map(({ release, audience }) => `${release.version} for ${lower(describeAudience(audience))}`)
    .join(', ');
}

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
