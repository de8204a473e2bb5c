/** Cache with the pointer to the stored revision, and with the pages that were started from one. */
export const INDEX = 'homie.offline';
/** Start of the names of caches with a revision each; a lock of this name is held while one is filled. */
export const REVISION = 'homie.offline.';
/** Address of the page in the cache of a revision that is shown at the addresses of the app. */
export const PAGE = '/app';
/** Address of the page that is shown at addresses that start with it: a server adds the screen of a conversation. */
export const CONVERSATION_PAGE = '/app?conversation=';

const CURRENT = '/current';
const CONTACT = '/contact';

/** A revision whose files are all stored. */
export interface StoredRevision {
  /** Name of its cache. */
  cache: string;
  /** Addresses of the entries of its remotes: the page of the server names them until they are withdrawn. */
  entries: readonly string[];
}

/** Deletes everything that is stored, e.g. because it cannot be read: a page that has loaded stores the app again. */
export async function deleteStored(caches: CacheStorage): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(INDEX));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** Reads JSON of the index. Null if there is none, or it was damaged and the store has been deleted. */
async function readIndex<Value>(
  caches: CacheStorage,
  address: string,
  isValid: (value: Partial<Value>) => boolean,
): Promise<Value | null> {
  const response = await caches.match(address, { cacheName: INDEX });
  if (!response) return null;
  const value = await response.json().catch(() => null);
  if (typeof value === 'object' && value !== null && isValid(value)) return value;
  await deleteStored(caches);
  return null;
}

/** Returns the revision that the app starts from without a connection; null if there is none. */
export function readStored(caches: CacheStorage): Promise<StoredRevision | null> {
  return readIndex<StoredRevision>(
    caches,
    CURRENT,
    ({ cache, entries }) => typeof cache === 'string' && Array.isArray(entries),
  );
}

/** Sets the revision that the app starts from, in one step. Without one, the app does not start. */
export async function setStored(caches: CacheStorage, revision: StoredRevision | null) {
  const index = await caches.open(INDEX);
  if (revision) await index.put(CURRENT, Response.json(revision));
  else await index.delete(CURRENT);
}

/** A visit whose page was the stored one, and did not arrive at once. */
interface SlowContact {
  /** Name of the cache of that revision. */
  cache: string;
  /** Time of the visit, in milliseconds since 1970. */
  at: number;
}

/** Returns the last visit at which the server confirmed the stored revision slowly; null if it was fast, or not one. */
export function readSlowContact(caches: CacheStorage): Promise<SlowContact | null> {
  return readIndex<SlowContact>(
    caches,
    CONTACT,
    ({ cache, at }) => typeof cache === 'string' && typeof at === 'number',
  );
}

/** Sets what `readSlowContact` returns. With null, the next visit waits for the page of the server. */
export async function setSlowContact(caches: CacheStorage, contact: SlowContact | null) {
  // Opening would create it where the app is not stored.
  if (!(await caches.has(INDEX))) return;
  const index = await caches.open(INDEX);
  if (contact) await index.put(CONTACT, Response.json(contact));
  else await index.delete(CONTACT);
}
