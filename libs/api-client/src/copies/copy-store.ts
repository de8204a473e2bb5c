import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { createKey, decrypt, encrypt, type Sealed } from './copy-encryption';
import { COPIES_PREFIX } from './local-copies';

/** Copies of another version are discarded: the server has the originals. */
const VERSION = 1;
/** 30 conversations and the list. */
const MAX_COPIES = 31;
/** The time after which a copy that the server has not confirmed again is deleted, and not shown, in milliseconds. */
export const MAX_AGE_MS = 7 * 24 * 60 * 60_000;
/** A copy that is further in the future shows that the clock is wrong, or was: its age is unknown. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;
const KEY = 'key';

/** A copy as it is stored: only its id, time and size are readable without the key. */
interface StoredCopy extends Sealed {
  id: string;
  /** The time when the server confirmed it, in milliseconds. */
  savedAt: number;
  /** What the page showed of it, for pages that have not started yet. Goes with the copy. */
  screen?: Sealed;
}

interface CopySchema extends DBSchema {
  keys: { key: string; value: CryptoKey };
  copies: { key: string; value: StoredCopy; indexes: { savedAt: number } };
}
type CopyDatabase = IDBPDatabase<CopySchema>;

/** The encrypted copies of one user. All functions reject if the browser refuses storage. */
export interface CopyStore {
  /** Returns the ids of all copies. */
  list: () => Promise<string[]>;
  /** Returns a copy; undefined if there is none. One that is too old, or not readable, is deleted. */
  read: (id: string) => Promise<{ savedAt: number; data: unknown } | undefined>;
  /** Stores a copy, and deletes the oldest ones above the limit. */
  write: (id: string, data: unknown) => Promise<void>;
  /** Adds what the page shows of a copy, until the copy is written again. Does nothing without that copy. */
  writeScreen: (id: string, screen: unknown) => Promise<void>;
  remove: (id: string) => Promise<void>;
  removeAll: () => Promise<void>;
  removeExpired: () => Promise<void>;
  /** Deletes the key, then the copies and their database. */
  destroy: () => Promise<void>;
}

function isCurrent({ savedAt }: StoredCopy): boolean {
  const age = Date.now() - savedAt;
  return age <= MAX_AGE_MS && age >= -CLOCK_TOLERANCE_MS;
}

/** Deletes copies that are too old, or from the future; and the key if none remains. */
async function removeExpired(db: CopyDatabase): Promise<void> {
  const tx = db.transaction(['keys', 'copies'], 'readwrite');
  const copies = tx.objectStore('copies');
  const all = await copies.getAll();
  const expired = all.filter((copy) => !isCurrent(copy));
  for (const { id } of expired) await copies.delete(id);
  if (expired.length > 0 && expired.length === all.length) await tx.objectStore('keys').clear();
  await tx.done;
}

/** Returns the key of a database; the first tab creates it. */
async function loadKey(db: CopyDatabase): Promise<CryptoKey> {
  const stored = await db.get('keys', KEY);
  if (stored) return stored;
  const created = await createKey();
  const tx = db.transaction('keys', 'readwrite');
  const other = await tx.store.get(KEY);
  if (!other) await tx.store.put(created, KEY);
  await tx.done;
  return other ?? created;
}

/**
 * Opens the copies of a user.
 * @throws if the browser refuses storage, or another tab runs a later version
 */
export async function openCopyStore(userId: string): Promise<CopyStore> {
  const name = COPIES_PREFIX + userId;
  const db: CopyDatabase = await openDB<CopySchema>(name, VERSION, {
    upgrade(opened) {
      for (const store of opened.objectStoreNames) opened.deleteObjectStore(store);
      opened.createObjectStore('keys');
      opened.createObjectStore('copies', { keyPath: 'id' }).createIndex('savedAt', 'savedAt');
    },
    // Another tab deletes the database, or runs a later version: this tab continues without copies.
    blocking: () => db.close(),
  });
  await removeExpired(db);
  const key = await loadKey(db);
  const label = (id: string, savedAt: number) => `${userId} ${id} ${savedAt}`;
  const remove = (id: string) => db.delete('copies', id);

  return {
    list: () => db.getAllKeys('copies'),
    async read(id) {
      const copy = await db.get('copies', id);
      if (copy === undefined) return undefined;
      try {
        if (isCurrent(copy)) {
          const { savedAt } = copy;
          return { savedAt, data: await decrypt(key, copy, label(id, savedAt)) };
        }
      } catch {
        // Of another key, or damaged.
      }
      await remove(id);
      return undefined;
    },
    async write(id, data) {
      const savedAt = Date.now();
      const sealed = await encrypt(key, data, label(id, savedAt));
      const tx = db.transaction('copies', 'readwrite');
      await tx.store.put({ id, savedAt, ...sealed });
      const ids = await tx.store.index('savedAt').getAllKeys();
      for (const oldest of ids.slice(0, -MAX_COPIES)) await tx.store.delete(oldest);
      await tx.done;
    },
    async writeScreen(id, screen) {
      const copy = await db.get('copies', id);
      if (copy === undefined) return;
      const sealed = await encrypt(key, screen, `${label(id, copy.savedAt)} screen`);
      const tx = db.transaction('copies', 'readwrite');
      const current = await tx.store.get(id);
      if (current?.savedAt === copy.savedAt) await tx.store.put({ ...current, screen: sealed });
      await tx.done;
    },
    remove,
    removeAll: () => db.clear('copies'),
    removeExpired: () => removeExpired(db),
    async destroy() {
      try {
        const tx = db.transaction(['keys', 'copies'], 'readwrite');
        await Promise.all([tx.objectStore('keys').clear(), tx.objectStore('copies').clear()]);
        await tx.done;
      } finally {
        db.close();
        await deleteDB(name);
      }
    },
  };
}

/** Deletes the copies of all users, or of all others. */
export async function deleteCopyStores(exceptUserId: string | null): Promise<void> {
  const databases = await indexedDB.databases();
  const names = databases
    .map(({ name }) => name ?? '')
    .filter((name) => name.startsWith(COPIES_PREFIX))
    .filter((name) => name !== COPIES_PREFIX + exceptUserId);
  await Promise.all(names.map((name) => deleteDB(name)));
}
