import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { scratchStore } from '../testing/scratch-store.mjs';

/** @type {import('../testing/scratch-store.mjs').ScratchStore} */
let scratch;
/** @type {import('./release-store.mjs').ReleaseStore} */
let store;
beforeEach(async () => {
  scratch = await scratchStore();
  store = scratch.store;
});
afterEach(() => scratch.remove());

/** @param {string} path */
const text = async (path) => (await store.read(path))?.toString('utf8');

describe('a release store in a folder', () => {
  test('creates a file for one of many concurrent writers, completely', async () => {
    const bodies = Array.from({ length: 20 }, (_, index) => String(index).repeat(10_000));
    const won = await Promise.all(bodies.map((body) => store.create('revisions/1.json', body)));
    expect(won.filter(Boolean)).toHaveLength(1);
    expect(await text('revisions/1.json')).toBe(bodies[won.indexOf(true)]);
    expect(await readdir(`${scratch.folder}/revisions`)).toEqual(['1.json']);
  });

  test('creates a folder once, with all its files, and never changes it', async () => {
    /** @param {string} body */
    const files = (body) =>
      new Map([
        ['entry.js', body],
        ['assets/part.js', body],
      ]);
    expect(await store.createFolder('remotes/chat/1', files('a'), 'entry.js')).toBe(true);
    expect(await store.createFolder('remotes/chat/1', files('b'), 'entry.js')).toBe(false);
    expect(await text('remotes/chat/1/assets/part.js')).toBe('a');
    expect(await store.list('remotes/chat')).toEqual(['1']);
    expect((await store.listAll('remotes/chat/1')).sort()).toEqual(['assets/part.js', 'entry.js']);
  });

  test('replaces and removes files, and reports missing ones', async () => {
    await store.replace('a/b.json', '1');
    await store.replace('a/b.json', '2');
    expect(await text('a/b.json')).toBe('2');
    await store.remove(['a/b.json', 'a/never.json']);
    expect(await text('a/b.json')).toBeUndefined();
    expect(await store.list('a')).toEqual([]);
    expect(await store.listAll('nowhere')).toEqual([]);
  });

  test('REL-07 leaves nothing behind if a write fails', async () => {
    // A file where a folder is needed fails as a full disk does, after the first file.
    const files = new Map([
      ['a', 'text'],
      ['a/b.js', 'text'],
    ]);
    await expect(store.createFolder('remotes/chat/1', files, 'a')).rejects.toThrow('a');
    const unwritable = /** @type {string} */ (/** @type {unknown} */ (7));
    await expect(store.create('remotes/chat/2', unwritable)).rejects.toThrow('Received');
    await expect(store.replace('remotes/chat/2', unwritable)).rejects.toThrow('Received');
    expect(await readdir(`${scratch.folder}/remotes/chat`)).toEqual([]);
  });

  test('REL-07 removes what killed writers left behind, and not what is written now', async () => {
    const [old, young] = ['remotes/chat/.1.aaaa', 'environments/.remotes.json.bbbb'];
    for (const folder of [old, young])
      await mkdir(`${scratch.folder}/${folder}`, { recursive: true });
    await writeFile(`${scratch.folder}/${old}/entry.js`, 'text');
    await utimes(`${scratch.folder}/${old}`, 0, 0);
    await store.create('remotes/chat/2/entry.js', 'text');
    await store.removeRemains(new Date(Date.now() - 86_400_000));
    expect(await readdir(`${scratch.folder}/remotes/chat`)).toEqual(['2']);
    expect(await readdir(`${scratch.folder}/environments`)).toHaveLength(1);
  });
});
