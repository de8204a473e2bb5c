import { afterEach, beforeEach, expect, test } from 'vitest';
import { currentRevision, publish, readShell, settle } from '../manifest/revisions.mjs';
import { scratchStore } from '../testing/scratch-store.mjs';
import { storeRelease } from '../testing/store-release.mjs';
import { publishShell } from './release-shell.mjs';

/** @type {import('../testing/scratch-store.mjs').ScratchStore} */
let scratch;
/** @type {import('../manifest/revisions.mjs').RevisionContext} */
let environment;
beforeEach(async () => {
  scratch = await scratchStore();
  environment = { name: 'staging', store: scratch.store };
  await publishShell(environment, shell('1', ['Button', 'Card']));
});
afterEach(() => scratch.remove());

/** @param {string} version @param {string[]} names that it exports */
const shell = (version, names) => ({
  version,
  provides: { '@homie/ui': '2.0.0' },
  exports: { '@homie/ui': names },
  types: null,
});

/** Releases a remote that imports Card. @param {() => Promise<unknown>} [during] runs after it has read what runs now */
async function releaseChat(during = async () => undefined) {
  const contract = { '@homie/ui': ['Card'] };
  const chat = await storeRelease(scratch.store, 'chat', '2', { contract });
  const change = { command: 'release', summary: 'chat', remotes: ['chat'], by: 'Ada' };
  return publish(environment, change, async () => {
    await during();
    return { remotes: { chat } };
  });
}

const running = async () => {
  await settle(environment);
  const { remotes } = await currentRevision(environment);
  return [Object.keys(remotes), (await readShell(environment))?.version];
};

test('REL-09 a remote is refused if a shell that cannot run it is released at the same time', async () => {
  await expect(
    releaseChat(() => publishShell(environment, shell('2', ['Button']))),
  ).rejects.toThrow('@homie/ui does not export Card');
  expect(await running()).toEqual([[], '2']);
});

test('REL-09 a shell is refused if a remote that it cannot run is released at the same time', async () => {
  let isReleased = false;
  const { store } = scratch;
  const racing = {
    ...environment,
    store: {
      ...store,
      /** @param {Parameters<typeof store.create>} file */
      async create(...file) {
        if (!isReleased) await releaseChat();
        isReleased = true;
        return store.create(...file);
      },
    },
  };
  await expect(publishShell(racing, shell('2', ['Button']))).rejects.toThrow(
    'This shell cannot run what staging runs',
  );
  expect(await running()).toEqual([['chat'], '1']);
  await publishShell(environment, shell('2', ['Button']), true);
  expect(await running()).toEqual([['chat'], '2']);
});

test('REL-09 a shell that was recorded and not written is written by the next command', async () => {
  const { store } = scratch;
  const killed = { ...store, replace: () => Promise.reject(new Error('killed')) };
  await expect(
    publishShell({ name: 'staging', store: killed }, shell('2', ['Card'])),
  ).rejects.toThrow('killed');
  await settle(environment);
  const file = await store.read('environments/staging/shell.json');
  expect(JSON.parse(String(file)).version).toBe('2');
  const manifest = await store.read('environments/staging/remotes.json');
  expect(JSON.parse(String(manifest))).not.toHaveProperty('shell');
});
