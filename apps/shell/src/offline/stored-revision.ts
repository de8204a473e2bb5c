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

/** Returns the revision that the app starts from without a connection; null if there is none. */
export async function readStored(caches: CacheStorage): Promise<StoredRevision | null> {
  const response = await caches.match(CURRENT, { cacheName: INDEX });
  return response ? response.json() : null;
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
export async function readSlowContact(caches: CacheStorage): Promise<SlowContact | null> {
  const response = await caches.match(CONTACT, { cacheName: INDEX });
  return response ? response.json() : null;
}

/** Sets what `readSlowContact` returns. With null, the next visit waits for the page of the server. */
export async function setSlowContact(caches: CacheStorage, contact: SlowContact | null) {
  // Opening would create it where the app is not stored.
  if (!(await caches.has(INDEX))) return;
  const index = await caches.open(INDEX);
  if (contact) await index.put(CONTACT, Response.json(contact));
  else await index.delete(CONTACT);
}
