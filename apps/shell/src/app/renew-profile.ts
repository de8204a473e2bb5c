import { needsSecondFactor, type Auth } from '@homie/auth';

/** In milliseconds: some users switch between windows every few seconds. */
const MINIMUM_INTERVAL = 60_000;

let readAt = -Infinity;

/**
 * Renews the session if the user has changed the profile in it on another device, such as the time zone; at most once a
 * minute. Otherwise it would have the change with its next token, up to an hour later.
 */
export async function renewProfile(auth: Pick<Auth, 'call' | 'store'>): Promise<void> {
  const { session } = auth.store.getState();
  if (!session || needsSecondFactor(session) || performance.now() - readAt < MINIMUM_INTERVAL)
    return;
  readAt = performance.now();
  const read = await auth.call((service) => service.getUser());
  if (!read.ok) return;
  const { user } = auth.store.getState().session ?? {};
  const { id, user_metadata: profile } = read.data.user;
  if (user?.id !== id || JSON.stringify(user.user_metadata) === JSON.stringify(profile)) return;
  await auth.call((service) => service.refreshSession());
}
