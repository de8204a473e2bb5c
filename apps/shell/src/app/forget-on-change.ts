import type { Auth } from '@homie/auth';

/** Forgets everything that was read as one person as soon as another person, or nobody, is signed in. */
export function forgetOnChange(store: Auth['store'], cache: { clear: () => void }): () => void {
  return store.subscribe((now, before) => {
    const person = before.session?.user.id;
    if (person && person !== now.session?.user.id) cache.clear();
  });
}
