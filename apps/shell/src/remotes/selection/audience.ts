import type { Audience, ManifestRemote } from '@homie/composition';

/** A user who may be in an audience. */
export interface Person {
  id: string;
  email: string;
}

/** 32-bit FNV-1a of the text's UTF-8 bytes: http://www.isthe.com/chongo/tech/comp/fnv/ */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  }
  return hash;
}

/**
 * Returns the user's bucket for a remote, 0 to 99. It is the same on every device and never changes, so that raising a
 * percentage retains the users that it selected before. It differs for each remote, so that not always the same users
 * get a release first.
 */
export function getBucket(remote: string, userId: string): number {
  return fnv1a(`${remote}:${userId}`) % 100;
}

/** Returns the hash that identifies an account for one remote in the manifest, which is public. */
export async function hashAccount(remote: string, email: string): Promise<string> {
  const bytes = new TextEncoder().encode(`${remote}:${email.trim().toLowerCase()}`);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Creates a predicate that checks if a user is in an audience of a remote's rollouts.
 * @param readRole called only if a rollout names roles; null if the role is unknown
 */
export async function audienceTest(
  name: string,
  { rollouts }: ManifestRemote,
  person: Person,
  readRole: () => Promise<string | null>,
): Promise<(remote: string, audience: Audience) => boolean> {
  const audiences = rollouts.map(({ audience }) => audience);
  const asksForRole = audiences.some(({ roles }) => roles?.length);
  const asksForAccount = audiences.some(({ accounts }) => accounts?.length);
  const [role, account] = await Promise.all([
    asksForRole ? readRole() : null,
    // An insecure context cannot compute the hash: no account matches there.
    asksForAccount && globalThis.crypto.subtle ? hashAccount(name, person.email) : null,
  ]);
  const bucket = getBucket(name, person.id);
  return (_remote, { percent = 0, roles = [], accounts = [] }) =>
    bucket < percent ||
    (role !== null && roles.includes(role)) ||
    (account !== null && accounts.includes(account));
}
