import type { Audience, ManifestRemote } from '@homie/composition';

/** Who may be in an audience. */
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
 * The person's place among a hundred for one remote, 0 to 99. The same on every device and for ever, so that raising a
 * percentage keeps those who have it; another one for each remote, so that not always the same people go first.
 */
export function bucketOf(remote: string, userId: string): number {
  return fnv1a(`${remote}:${userId}`) % 100;
}

/** How the manifest, which everybody can read, names an account for one remote. */
export async function accountOf(remote: string, email: string): Promise<string> {
  const bytes = new TextEncoder().encode(`${remote}:${email.trim().toLowerCase()}`);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Makes the question of whether a person is in an audience of a remote's rollouts.
 * @param readRole asked only when a rollout names roles; null when it is not known
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
    // Outside a secure context nobody is found by their account.
    asksForAccount && globalThis.crypto.subtle ? accountOf(name, person.email) : null,
  ]);
  const bucket = bucketOf(name, person.id);
  return (_remote, { percent = 0, roles = [], accounts = [] }) =>
    bucket < percent ||
    (role !== null && roles.includes(role)) ||
    (account !== null && accounts.includes(account));
}
