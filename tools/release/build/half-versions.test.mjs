import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { rollback } from '../commands/rollback.mjs';
import { publish } from '../manifest/revisions.mjs';
import { isWhole } from '../testing/command-line.mjs';
import { scratchStore } from '../testing/scratch-store.mjs';
import { storeRelease } from '../testing/store-release.mjs';
import { computeIntegrity, hashFiles } from './build-files.mjs';
import { copyRelease } from './copy-release.mjs';
import { removeOldVersions } from './old-versions.mjs';
import { writeRelease } from './release-folder.mjs';

/** @type {import('../testing/scratch-store.mjs').ScratchStore} */
let scratch;
/** @type {import('../stores/release-store.mjs').ReleaseStore} */
let store;
beforeEach(async () => {
  scratch = await scratchStore();
  store = scratch.store;
  vi.stubEnv('HOMIE_RELEASES', scratch.folder);
  vi.spyOn(console, 'log').mockReturnValue();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await scratch.remove();
});

/** @type {import('./build-files.mjs').Build} */
const build = (() => {
  const files = new Map(
    Object.entries({ 'entry.js': 'export {}', 'part.js': 'export {}', 'a.css': 'b {}' }).map(
      ([file, text]) => [file, Buffer.from(text)],
    ),
  );
  const scripts = [...files].filter(([file]) => file.endsWith('.js'));
  const hashes = scripts.map(([file, bytes]) => [file, computeIntegrity(bytes)]);
  const integrityFile = JSON.stringify({ files: Object.fromEntries(hashes) });
  return { files, entry: 'entry.js', contract: {}, integrityFile, hash: hashFiles(files) };
})();

const write = () => writeRelease(store, 'chat', build, { notes: [] });

describe('REL-04 a version', () => {
  test.each([
    ['its record is missing', ['release.json']],
    ['its list of hashes is missing', ['integrity.json']],
    ['scripts are missing', ['entry.js', 'part.js']],
    ['a style sheet is missing', ['a.css']],
    ['only one file is left', ['release.json', 'integrity.json', 'entry.js', 'a.css']],
  ])('is completed by a release of the same build if %s', async (_, missing) => {
    const release = await write();
    const folder = `remotes/chat/${release.version}`;
    const files = (await store.listAll(folder)).sort();
    await store.remove(missing.map((file) => `${folder}/${file}`));
    expect(await write()).toEqual(release);
    expect((await store.listAll(folder)).sort()).toEqual(files);
    expect(await isWhole(store, 'chat', release)).toBe(true);
  });

  test.each(['release.json', 'integrity.json', 'part.js', 'a.css'])(
    'has its damaged %s replaced by a release of the same build',
    async (file) => {
      const release = await write();
      const path = `remotes/chat/${release.version}/${file}`;
      await store.replace(path, '{"cut":');
      expect(await write()).toEqual(release);
      expect(String(await store.read(path))).not.toContain('cut');
      expect(await isWhole(store, 'chat', release)).toBe(true);
    },
  );

  test('of another build is not overwritten', async () => {
    const { version } = await write();
    const path = `remotes/chat/${version}/release.json`;
    const record = JSON.parse(String(await store.read(path)));
    await store.replace(
      path,
      JSON.stringify({ ...record, integrity: `sha256-${'A'.repeat(43)}=` }),
    );
    await expect(write()).rejects.toThrow('a version never changes');
  });

  test('that another store has in part is completed when it is copied', async () => {
    const target = await scratchStore();
    try {
      const { version } = await write();
      expect(await copyRelease(store, target.store, 'chat', version)).toBe('5 of 5 files copied');
      await target.store.remove([`remotes/chat/${version}/part.js`]);
      expect(await copyRelease(store, target.store, 'chat', version)).toBe('1 of 5 files copied');
      expect(await copyRelease(store, target.store, 'chat', version)).toBe('there already');
    } finally {
      await target.remove();
    }
  });
});

const isRollbackRefused = () =>
  rollback('chat', { env: 'staging', to: '1' }).then(
    () => false,
    (error) => error.message.includes('is not in'),
  );

/**
 * Returns the store as a process sees it that is killed before its `step`-th change.
 * @param {number} step
 * @returns {import('../stores/release-store.mjs').ReleaseStore}
 */
function endingAt(step) {
  let steps = 0;
  const count = () => {
    steps += 1;
    if (steps >= step) throw new Error('killed');
  };
  return {
    ...store,
    async create(...file) {
      count();
      return store.create(...file);
    },
    async remove(paths) {
      for (const path of paths) {
        count();
        await store.remove([path]);
      }
    },
  };
}

test('REL-04 a removal that is killed at any step leaves no version that a command can publish, and the next one completes it', async () => {
  const old = { builtAt: '2020-01-01T00:00:00Z' };
  const release = await storeRelease(store, 'chat', '2');
  const environment = { name: 'staging', store };
  const change = { command: 'release', summary: 'chat', remotes: ['chat'], by: 'Ada' };
  await publish(environment, change, () => ({ remotes: { chat: release } }));
  let step = 0;
  for (let isKilled = true; isKilled;) {
    step += 1;
    await storeRelease(store, 'chat', '1', old);
    isKilled = await removeOldVersions(endingAt(step), [environment], new Date()).then(
      () => false,
      (error) => error.message === 'killed',
    );
    const left = await store.listAll('remotes/chat/1');
    const isLeft = left.length > 0;
    expect(isLeft).toBe(isKilled);
    // It has its record only before the first change.
    const hasRecord = left.includes('release.json');
    const isRefused = await (hasRecord ? false : isRollbackRefused());
    expect([hasRecord, isRefused]).toEqual([step <= 2, step > 2]);
    expect(await removeOldVersions(store, [environment], new Date())).toHaveLength(isLeft ? 1 : 0);
    expect(await store.listAll('remotes/chat/1')).toEqual([]);
  }
  expect(step).toBeGreaterThan(4);
  expect(await isWhole(store, 'chat', release)).toBe(true);
});
