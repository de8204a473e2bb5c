import type { Auth } from '@homie/auth';

/** Clears the cache of a user as soon as another user, or none, is signed in. */
export function clearOnUserChange(store: Auth['store'], cache: { clear: () => void }): () => void {
  return store.subscribe((now, before) => {
    const person = before.session?.user.id;
    if (person && person !== now.session?.user.id) cache.clear();
  });
}
