import type { Audience, ManifestRemote, Release } from '@homie/composition';

/** A release in the manifest, and a description of its audience. */
export interface NamedRelease {
  kind: 'rollout' | 'current' | 'fallback';
  release: Release;
  audience: string;
}

const ROLES: Readonly<Record<string, string>> = {
  admin: 'administrators',
  office: 'office staff',
  support_worker: 'support workers',
};

/** Describes an audience in words. */
export function describeAudience({ percent = 0, roles = [], accounts = [] }: Audience): string {
  const parts = [
    percent > 0 && (percent === 100 ? 'everyone' : `${percent}% of users`),
    ...roles.map((role) => ROLES[role] ?? role),
    accounts.length > 0 && (accounts.length === 1 ? '1 account' : `${accounts.length} accounts`),
  ].filter((part) => part !== false);
  const text = new Intl.ListFormat('en', { type: 'conjunction' }).format(parts);
  return text === '' ? 'No one yet' : text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the releases of a remote in the order in which a page tries them. */
export function listReleases({ rollouts, fallback, ...current }: ManifestRemote): NamedRelease[] {
  return [
    ...rollouts.map(({ release, audience }): NamedRelease => ({
      kind: 'rollout',
      release,
      audience: describeAudience(audience),
    })),
    {
      kind: 'current',
      release: current,
      audience: rollouts.length > 0 ? 'Everyone else' : 'Everyone',
    },
    ...(fallback
      ? [
          {
            kind: 'fallback',
            release: fallback,
            audience: 'Pages not compatible with the current version',
          } as const,
        ]
      : []),
  ];
}
