import 'fake-indexeddb/auto';
import { deleteDB, openDB } from 'idb';
import { afterEach, expect, test, vi } from 'vitest';
import { decrypt } from './copy-encryption';
import { deleteCopyStores, MAX_AGE_MS, openCopyStore } from './copy-store';

const DAY_MS = 86_400_000;
const conversation = { title: 'Roses' };

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await deleteCopyStores(null);
});

/** Opens the database of Ada as another script could. It closes when the database is deleted. */
async function openRaw(version?: number) {
  const raw = await openDB('homie.copies.ada', version, { blocking: () => raw.close() });
  return raw;
}

function setDate(milliseconds: number) {
  vi.useFakeTimers({ now: milliseconds, toFake: ['Date'] });
}

test('INSTANT-06 a copy is stored encrypted with a key that no script can export', async () => {
  const store = await openCopyStore('ada');
  await store.write('a', conversation);
  expect(await store.read('a')).toEqual({ savedAt: expect.any(Number), data: conversation });
  const raw = await openRaw();
  const [key] = await raw.getAll('keys');
  const [copy] = await raw.getAll('copies');
  expect(key.extractable).toBe(false);
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow(/not extractable/);
  expect(Object.keys(copy).toSorted()).toEqual(['data', 'id', 'iv', 'savedAt']);
  expect(new TextDecoder().decode(copy.data)).not.toContain('Roses');
});

test('INSTANT-57 the screen of a copy is stored encrypted, with the copy alone, and bound to its conversation and time', async () => {
  const store = await openCopyStore('ada');
  await store.writeScreen('a', { messages: 'Roses' });
  expect(await store.list()).toEqual([]);
  await store.write('a', conversation);
  await store.writeScreen('a', { messages: 'Roses' });
  expect(await store.read('a')).toMatchObject({ data: conversation });
  const raw = await openRaw();
  const key = await raw.get('keys', 'key');
  const { screen, savedAt } = await raw.get('copies', 'a');
  expect(new TextDecoder().decode(screen.data)).not.toContain('Roses');
  const label = (id: string) => `ada ${id} ${savedAt} screen`;
  expect(await decrypt(key, screen, label('a'))).toEqual({ messages: 'Roses' });
  await expect(decrypt(key, screen, label('b'))).rejects.toThrow('operation');
  // What the server has confirmed since may look different.
  await store.write('a', conversation);
  expect(await raw.get('copies', 'a')).not.toHaveProperty('screen');
});

test('INSTANT-06 the same text is stored differently each time', async () => {
  const store = await openCopyStore('ada');
  const raw = await openRaw();
  await store.write('a', conversation);
  const first = await raw.get('copies', 'a');
  await store.write('a', conversation);
  const second = await raw.get('copies', 'a');
  expect(new Uint8Array(second.data)).not.toEqual(new Uint8Array(first.data));
});

test.each([
  ['of another conversation', { id: 'b' }],
  ['with another time', { id: 'a', savedAt: 1 + Date.now() }],
  ['that is damaged', { id: 'a', data: new ArrayBuffer(40) }],
])('INSTANT-11 a copy %s is not shown, and deleted', async (_, change) => {
  const store = await openCopyStore('ada');
  await store.write('a', conversation);
  const raw = await openRaw();
  const copy = await raw.get('copies', 'a');
  await raw.put('copies', { ...copy, ...change });
  expect(await store.read(change.id)).toBeUndefined();
  expect(await raw.get('copies', change.id)).toBeUndefined();
});

test('INSTANT-11 without their key, copies are deleted instead of shown, and new ones are stored with a new key', async () => {
  await (await openCopyStore('ada')).write('a', conversation);
  const raw = await openRaw();
  await raw.clear('keys');
  raw.close();
  const store = await openCopyStore('ada');
  expect(await store.read('a')).toBeUndefined();
  await store.write('a', conversation);
  expect(await store.read('a')).toMatchObject({ data: conversation });
});

test('INSTANT-08 a copy that the server has not confirmed for 7 days is neither shown nor stored, and the last one takes the key with it', async () => {
  const start = Date.now();
  const store = await openCopyStore('ada');
  await store.write('a', conversation);
  const raw = await openRaw();
  setDate(start + 4 * DAY_MS);
  await store.write('b', conversation);
  setDate(start + MAX_AGE_MS + DAY_MS);
  expect(await store.read('a')).toBeUndefined();
  expect(await raw.getAllKeys('copies')).toEqual(['b']);
  await store.removeExpired();
  expect(await raw.count('keys')).toBe(1);
  setDate(start + 12 * DAY_MS);
  await store.removeExpired();
  expect(await raw.count('copies')).toBe(0);
  expect(await raw.count('keys')).toBe(0);
});

test('INSTANT-08 a copy of the future is deleted: the clock is wrong, so that its age is not known', async () => {
  const start = Date.now();
  await (await openCopyStore('ada')).write('a', conversation);
  setDate(start - DAY_MS);
  const store = await openCopyStore('ada');
  setDate(start);
  expect(await store.read('a')).toBeUndefined();
});

test('the oldest of more than 30 conversations and the list are deleted', async () => {
  const store = await openCopyStore('ada');
  const start = Date.now();
  for (let index = 0; index < 33; index += 1) {
    setDate(start + index);
    await store.write(String(index), conversation);
  }
  expect(await store.read('1')).toBeUndefined();
  expect(await store.read('2')).toBeDefined();
  expect(await store.read('32')).toBeDefined();
});

test('INSTANT-07 destroying the copies deletes key and database, also while another tab has it open', async () => {
  const store = await openCopyStore('ada');
  const other = await openCopyStore('ada');
  await store.write('a', conversation);
  await store.destroy();
  expect(await indexedDB.databases()).toEqual([]);
  await expect(other.write('b', conversation)).rejects.toMatchObject({ name: 'InvalidStateError' });
});

test('INSTANT-07 the copies of other users are deleted, and nothing else', async () => {
  await (await openCopyStore('ada')).write('a', conversation);
  await openCopyStore('grace');
  (await openDB('other')).close();
  await deleteCopyStores('ada');
  const names = (await indexedDB.databases()).map(({ name }) => name);
  expect(names.toSorted()).toEqual(['homie.copies.ada', 'other']);
  await deleteDB('other');
});

test('INSTANT-11 a tab of an earlier version gives way to a later one, whose database it does not open', async () => {
  const store = await openCopyStore('ada');
  await openRaw(99);
  await expect(store.write('a', conversation)).rejects.toMatchObject({ name: 'InvalidStateError' });
  await expect(openCopyStore('ada')).rejects.toThrow(/version/);
});

test('INSTANT-11 two tabs that start at once use the same key', async () => {
  const [first, second] = await Promise.all([openCopyStore('ada'), openCopyStore('ada')]);
  await first.write('a', conversation);
  expect(await second.read('a')).toMatchObject({ data: conversation });
});
