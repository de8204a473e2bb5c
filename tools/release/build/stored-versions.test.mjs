import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { publish } from '../manifest/revisions.mjs';
import { isWhole } from '../testing/command-line.mjs';
import { scratchStore } from '../testing/scratch-store.mjs';
import { storeRelease } from '../testing/store-release.mjs';
import { copyRelease } from './copy-release.mjs';
import { oldVersions } from './old-versions.mjs';

/** @type {[import('../testing/scratch-store.mjs').ScratchStore, import('../testing/scratch-store.mjs').ScratchStore]} */
let scratches;
/** @type {import('../stores/release-store.mjs').ReleaseStore} */
let store;
beforeEach(async () => {
  scratches = [await scratchStore(), await scratchStore()];
  store = scratches[0].store;
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(scratches.map(({ remove }) => remove()));
});

/** @param {string} version @param {string} builtAt ISO 8601 */
const storeVersion = (version, builtAt) => storeRelease(store, 'chat', version, { builtAt });

test('versions are removed if they are old and no retained revision references them', async () => {
  const now = new Date('2026-11-21T12:00:00Z');
  vi.useFakeTimers({ toFake: ['Date'], now });
  const [old, young] = ['2026-10-22T11:59:59Z', '2026-10-22T12:00:01Z'];
  for (const version of ['fallback', 'gone']) await storeVersion(version, old);
  await storeVersion('young', young);
  const environment = { name: 'staging', store };
  const remote = {
    ...(await storeVersion('now', old)),
    fallback: { version: 'fallback', entry: '/entry.js' },
    rollouts: [{ release: await storeVersion('some', old), audience: { percent: 1 } }],
  };
  const change = { command: 'release', summary: 'chat', remotes: ['chat'], by: 'Ada' };
  await publish(environment, change, () => ({ remotes: { chat: remote } }));
  const gone = [{ name: 'chat', version: 'gone', builtAt: old }];
  expect(await oldVersions(store, [environment], now)).toEqual(gone);
  const ahead = new Date('2027-01-10T12:00:00Z');
  expect(await oldVersions(store, [environment], ahead)).toEqual(gone);
});

test('a version is copied to another store byte for byte, and not at all if it was changed', async () => {
  const target = scratches[1].store;
  const release = await storeVersion('1', '2026-11-21T12:00:00Z');
  expect(await copyRelease(store, store, 'chat', '1')).toBe('the same store');
  expect(await copyRelease(store, target, 'chat', '1')).toBe('3 of 3 files copied');
  expect(await isWhole(target, 'chat', release)).toBe(true);
  expect(await copyRelease(store, target, 'chat', '1')).toBe('there already');

  await storeVersion('2', '2026-11-21T12:00:00Z');
  await store.replace('remotes/chat/2/entry.js', 'export const version = "evil"');
  await expect(copyRelease(store, target, 'chat', '2')).rejects.toThrow('entry.js differs');
  expect(await target.list('remotes/chat')).toEqual(['1']);
});
