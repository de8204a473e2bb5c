import { lazyRemotesApi, type Api } from '@homie/api-client';
import type { Auth, Session } from '@homie/auth';
import type { Environment } from '@homie/composition';
import { withDeadline } from '../deadline';

/** The context of a page that has started. */
export interface PageContext {
  environment: Environment;
  auth: Auth;
}

/** Time that a selection waits for the role of the user; without a response they have none. */
const ROLE_MILLISECONDS = 2_000;

/** Resolves with the user of this page as soon as one is signed in. */
export function signedInUser({ auth: { store } }: PageContext): Promise<Session['user']> {
  const { session } = store.getState();
  if (session) return Promise.resolve(session.user);
  return new Promise((resolve) => {
    const stop = store.subscribe((now) => {
      if (!now.session) return;
      stop();
      resolve(now.session.user);
    });
  });
}

/** The backend, called as the user of this page, outside of React. */
export function createApi({ environment, auth }: PageContext): Api {
  return {
    baseUrl: environment.supabaseUrl,
    publishableKey: environment.publishableKey,
    getAccessToken: auth.getAccessToken,
    onAuthError: auth.sessionRefused,
  };
}

/** Reads the current role of the user; null if it is not known in time. */
export function roleInTime(page: PageContext, userId: string): Promise<string | null> {
  const reading = lazyRemotesApi().then(({ readRole }) => readRole(createApi(page), userId));
  return withDeadline(reading, ROLE_MILLISECONDS, () => new Error('late')).catch(() => null);
}

/**
 * Reloads the page when another user signs in on it: its releases were selected for the first one.
 * @param userId the first user
 */
export function reloadForOthers({ auth: { store } }: PageContext, userId: string): void {
  store.subscribe(({ session }) => {
    if (session && session.user.id !== userId) window.location.reload();
  });
}
