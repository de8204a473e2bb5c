import { cp } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { manifestSchema } from '../../../libs/composition/src/manifest/manifest-schema.ts';
import { createFolderStore } from '../stores/folder-store.mjs';
import { settle } from '../manifest/revisions.mjs';
import { commandLine, isWhole } from '../testing/command-line.mjs';

const preload = pathToFileURL(path.join(import.meta.dirname, '../testing/end-at-step.mjs')).href;

/** @type {import('../testing/command-line.mjs').CommandLine} */
let line;
/** @type {unknown} */
let before;
beforeAll(async () => {
  line = await commandLine();
  const first = await line.build('chat', 'export const version = 1');
  await line.succeed('release', ['chat', '--env', 'staging', '--build', first]);
  before = await line.manifest('staging');
});
afterAll(() => line.remove());

/**
 * Releases into a copy of the store, and kills the process before its `step`-th change on disk.
 * @param {number} step
 * @param {string} build
 */
async function releaseEndedAt(step, build) {
  const folder = path.join(line.folder, `ended-${step}`);
  await cp(path.join(line.folder, 'store'), folder, { recursive: true });
  const { ended } = line.start('release', ['chat', '--env', 'staging', '--build', build], {
    env: {
      HOMIE_RELEASES: folder,
      HOMIE_END_AT: String(step),
      NODE_OPTIONS: `--import=${preload}`,
    },
  });
  return { outcome: await ended, store: createFolderStore(folder) };
}

test('a release that is killed at any step leaves the environment as before or after', async () => {
  const build = await line.build('chat-next', 'export const version = 2');
  /** @param {import('../stores/release-store.mjs').ReleaseStore} store */
  const read = async (store) =>
    JSON.parse(String(await store.read('environments/staging/remotes.json')));
  const former = manifestSchema.parse(before);
  const seen = new Set();
  let step = 0;
  for (let completed = false; !completed;) {
    step += 1;
    const { outcome, store } = await releaseEndedAt(step, build);
    completed = outcome.code === 0;
    expect(outcome).toMatchObject(completed ? { code: 0 } : { signal: 'SIGKILL' });
    const environment = { name: 'staging', store };
    for (const look of ['at once', 'after the next command']) {
      if (look !== 'at once') await settle(environment);
      const manifest = manifestSchema.parse(await read(store));
      seen.add(manifest.revision);
      const isBefore = manifest.revision === former.revision;
      const { chat } = manifest.remotes;
      expect(chat?.fallback?.version).toBe(isBefore ? undefined : former.remotes.chat?.version);
      expect(isDeepStrictEqual(await read(store), before)).toBe(isBefore);
      expect(chat && (await isWhole(store, 'chat', chat))).toBe(true);
    }
  }
  expect([...seen]).toEqual([1, 2]);
  // The files of the version, its folder, the revision and the manifest that pages read: each was a step.
  expect(step).toBeGreaterThan(8);
});
