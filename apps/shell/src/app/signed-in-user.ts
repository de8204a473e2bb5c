import type { Auth } from '@homie/auth';
import { persisted, textSchema } from '@homie/composition';

/**
 * The id of the user who has signed in in this browser and has not confirmed the notice; '' if the session is older.
 * Stored, because a reload restores the session.
 */
export const signedInUser = persisted('signed-in-user', textSchema);

/** Follows the sign-ins on this page. A session that is restored or renewed is none. */
export function followSignIn(store: Auth['store']): void {
  store.subscribe(({ session }, before) => {
    const id = session?.user.id;
    if (before.status === 'finished' && id !== before.session?.user.id)
      signedInUser.setState(id ?? '');
  });
}
