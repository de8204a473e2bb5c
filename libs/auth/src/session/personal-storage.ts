const PREFIX = 'homie.personal.';

/**
 * The name in local storage for something that a person leaves on this device, such as a draft.
 * Everything under such a name is removed when the person signs out; a session that merely expires
 * keeps it.
 */
export function personalKey(userId: string, name: string): string {
  return `${PREFIX}${userId}.${name}`;
}

/** Removes what a person has left on this device. */
export function forgetPersonal(userId: string, storage: Storage = window.localStorage): void {
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  for (const name of names) {
    if (name.startsWith(personalKey(userId, ''))) storage.removeItem(name);
  }
}
