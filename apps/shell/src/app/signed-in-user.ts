import type { Auth } from '@homie/auth';
import { createStore } from '@homie/composition';

/** The id of the user who has signed in since this page was opened; '' if the session is older. */
export const signedInUser = createStore('');

/** Follows the sign-ins on this page. A session that is restored or renewed is none. */
export function followSignIn(store: Auth['store']): void {
  store.subscribe(({ session }, before) => {
    if (session && before.status === 'finished' && session.user.id !== before.session?.user.id)
      signedInUser.setState(session.user.id);
  });
}
