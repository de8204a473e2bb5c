import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { manifestSchema } from '../../../libs/composition/src/manifest/manifest-schema.ts';
import { readRelease } from '../build/stored-release.mjs';
import { currentRevision, publish } from '../manifest/revisions.mjs';
import { createFolderStore } from '../stores/folder-store.mjs';
import { isWhole, provides } from '../testing/command-line.mjs';
import { createMemoryStore, killAt } from '../testing/killed-store.mjs';
import { storeRelease } from '../testing/store-release.mjs';
import { promote } from './promote.mjs';
import { prune } from './prune.mjs';
import { release } from './release.mjs';
import { publishShell } from './release-shell.mjs';
import { printRevisions } from './revisions.mjs';
import { rollback } from './rollback.mjs';
import { rollout } from './rollout.mjs';

/** @typedef {import('../stores/release-store.mjs').ReleaseStore} ReleaseStore */
/** @typedef {Record<'staging' | 'production', ReleaseStore>} Stores */

/** Stores that the commands open. @type {Stores} */
let opened;
vi.mock('../environments.mjs', () => ({
  environmentNames: () => ['staging', 'production'],
  /** @param {keyof Stores} name */
  openEnvironment: async (name) => ({ name, url: 'http://x.example', store: opened[name] }),
}));
// npm needs a second for each list.
vi.mock('../build/sbom.mjs', () => ({
  storeSbom: async () => undefined,
  copySbom: async () => undefined,
}));

/** @type {string} */
let scratch;
beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'homie-killed-'));
  vi.spyOn(console, 'log').mockReturnValue();
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

const OLD = { builtAt: '2020-01-01T00:00:00Z' };
/** @param {string} version */
const shell = (version) => ({ version, provides, exports: {}, types: null });
const [env, other] = /** @type {const} */ (['staging', 'production']);

/** The commands, each as a person runs it. @type {Record<string, () => Promise<unknown>>} */
const commands = {
  release: () => release('chat', { env, build: path.join(scratch, 'build') }),
  'release shell': () => publishShell({ name: env, store: opened[env] }, shell('3')),
  rollout: () => rollout('chat', { env, version: '2', percent: '10' }),
  'rollout complete': () => rollout('chat', { env, version: '2', complete: true }),
  rollback: () => rollback('chat', { env }),
  'rollback to': () => rollback('chat', { env, to: '0' }),
  promote: () => promote('chat', { from: env, to: other }),
  prune: () => prune({ env }),
  revisions: () => printRevisions({ env }),
};

/**
 * Fills stores: chat 1 and then 3 ran, 2 waits for its rollout, 0 is old.
 * @param {Stores} stores
 */
async function fill(stores) {
  opened = stores;
  await mkdir(path.join(scratch, 'build'), { recursive: true });
  const files = {
    'mf-manifest.json': JSON.stringify({
      metaData: { remoteEntry: { path: '', name: 'entry.js' } },
      exposes: [{ assets: { js: { sync: [] } } }],
    }),
    'entry.js': 'export const next = 1',
    'style.css': 'a {}',
    'contract.json': '{}',
  };
  for (const [file, text] of Object.entries(files))
    await writeFile(path.join(scratch, 'build', file), text);
  for (const name of [env, other]) await publishShell({ name, store: stores[name] }, shell('1'));
  const store = stores[env];
  for (const version of ['0', '1', '2', '3']) await storeRelease(store, 'chat', version, OLD);
  await storeRelease(store, 'audit', '0', OLD);
  for (const version of ['1', '3']) {
    const { release: chat } = await readRelease(store, 'chat', version);
    const change = { command: 'release', summary: version, remotes: ['chat'], by: 'Ada' };
    await publish({ name: env, store }, change, () => ({ remotes: { chat } }));
  }
}

/** Returns what is wrong with what pages of an environment read. @param {keyof Stores} name @param {ReleaseStore} store */
async function findProblems(name, store) {
  const bytes = await store.read(`environments/${name}/remotes.json`);
  const { remotes } = manifestSchema.parse(JSON.parse(String(bytes)));
  const problems = [];
  for (const [remote, { rollouts, ...current }] of Object.entries(remotes))
    for (const each of [current, ...rollouts.map(({ release: rolled }) => rolled)])
      if (!(await isWhole(store, remote, each)))
        problems.push(`${name}: ${remote} ${each.version}`);
  await currentRevision({ name, store });
  return problems;
}

/** Makes copies of filled stores. @type {Record<string, () => Promise<(step?: number) => Promise<Stores>>>} */
const kinds = {
  async folder() {
    const base = path.join(scratch, 'base');
    await fill({
      staging: createFolderStore(`${base}/a`),
      production: createFolderStore(`${base}/b`),
    });
    let copies = 0;
    return async () => {
      const folder = path.join(scratch, `copy-${(copies += 1)}`);
      await cp(base, folder, { recursive: true });
      return {
        staging: createFolderStore(`${folder}/a`),
        production: createFolderStore(`${folder}/b`),
      };
    };
  },
  async bucket() {
    const [a, b] = [createMemoryStore('a'), createMemoryStore('b')];
    await fill({ staging: a.store, production: b.store });
    return async () => ({
      staging: createMemoryStore('a', a.files).store,
      production: createMemoryStore('b', b.files).store,
    });
  },
};

test.each(Object.keys(kinds))(
  'REL-11 a command that is killed at any step, followed by any other one, leaves no half version live: %s',
  async (kind) => {
    const copy = await kinds[kind]?.();
    if (!copy) throw new Error(kind);
    const problems = [];
    const unexpected = [];
    let runs = 0;
    for (const [first, run] of Object.entries(commands))
      for (const [next, runNext] of Object.entries(commands)) {
        let isKilled = true;
        for (let step = 1; isKilled; step += 1) {
          const stores = await copy();
          const what = `${first} killed at ${step}, ${next}`;
          opened = {
            staging: killAt(stores.staging, step),
            production: killAt(stores.production, step),
          };
          const failure = await run().catch((error) => error);
          isKilled = failure instanceof Error && failure.message.includes('killed');
          if (failure instanceof Error && !isKilled) unexpected.push(`${what}: ${failure.message}`);
          for (const name of [env, other])
            problems.push(
              ...(await findProblems(name, stores[name])).map((it) => `${what}: ${it}`),
            );
          opened = stores;
          // It may refuse to run after the first one, and says why.
          await runNext().catch((error) => {
            if (error.name !== 'Failure') unexpected.push(`${what}: ${error.stack}`);
          });
          for (const name of [env, other])
            problems.push(
              ...(await findProblems(name, stores[name])).map((it) => `${what}: ${it}`),
            );
          runs += 1;
        }
      }
    expect(unexpected).toEqual([]);
    expect(problems).toEqual([]);
    expect(runs).toBeGreaterThan(300);
  },
);
