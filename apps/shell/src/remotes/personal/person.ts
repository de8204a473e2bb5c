import { lazyRemotesApi, type Api } from '@homie/api-client';
import type { Session } from '@homie/auth';
import { withDeadline } from '../deadline';
import type { PageContext } from '../page-context';

/** How long a choice waits for the role of the person; without an answer it is made as if they had none. */
const ROLE_MILLISECONDS = 2_000;

/** Resolves with the person of this page as soon as somebody is signed in. */
export function whoSignsIn({ auth: { store } }: PageContext): Promise<Session['user']> {
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

/** The backend as this page's person calls it, outside of React. */
export function apiOf({ environment, auth }: PageContext): Api {
  return {
    baseUrl: environment.supabaseUrl,
    publishableKey: environment.publishableKey,
    getAccessToken: auth.getAccessToken,
    onAuthError: auth.sessionRefused,
  };
}

/** The role of the person as the database has it now; null where that is not known in time. */
export function roleInTime(page: PageContext, userId: string): Promise<string | null> {
  const reading = lazyRemotesApi().then(({ readRole }) => readRole(apiOf(page), userId));
  return withDeadline(reading, ROLE_MILLISECONDS, () => new Error('late')).catch(() => null);
}

/**
 * Loads the page anew when somebody else signs in on it: what it has loaded was chosen for another person.
 * @param userId whom it was chosen for
 */
export function leaveToOthers({ auth: { store } }: PageContext, userId: string): void {
  store.subscribe(({ session }) => {
    if (session && session.user.id !== userId) window.location.reload();
  });
}
