const PREFIX = 'homie.personal.';

/**
 * Returns the key in local storage for data that a user stores on this device, such as a draft.
 * Signing out removes everything under such a key; it is retained if a session merely expires.
 */
export function personalKey(userId: string, name: string): string {
  return `${PREFIX}${userId}.${name}`;
}

function listKeys(userId: string, storage: Storage): string[] {
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  return names.filter((name) => name.startsWith(personalKey(userId, '')));
}

/**
 * Returns whether signing out would remove unsent work of a user, such as a draft. The position in the changes feed is
 * the only other data under these keys.
 */
export function hasUnsentWork(userId: string, storage: Storage = window.localStorage): boolean {
  return listKeys(userId, storage).some((name) => name !== personalKey(userId, 'changes'));
}

/** Removes the data that a user has stored on this device. */
export function forgetPersonal(userId: string, storage: Storage = window.localStorage): void {
  for (const name of listKeys(userId, storage)) storage.removeItem(name);
}
