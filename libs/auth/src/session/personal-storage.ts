const PREFIX = 'homie.personal.';

/**
 * Returns the key in local storage for data that a user stores on this device, such as a draft.
 * Signing out removes everything under such a key; it is retained if a session merely expires.
 */
export function personalKey(userId: string, name: string): string {
  return `${PREFIX}${userId}.${name}`;
}

/** Removes the data that a user has stored on this device. */
export function forgetPersonal(userId: string, storage: Storage = window.localStorage): void {
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  for (const name of names) {
    if (name.startsWith(personalKey(userId, ''))) storage.removeItem(name);
  }
}
