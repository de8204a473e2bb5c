import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { computeIntegrity } from '../build/build-files.mjs';
import { currentRevision, publish } from '../manifest/revisions.mjs';
import { scratchStore } from '../testing/scratch-store.mjs';
import { storeRelease } from '../testing/store-release.mjs';
import { promote } from './promote.mjs';
import { publishShell } from './release-shell.mjs';
import { rollback } from './rollback.mjs';
import { rollout } from './rollout.mjs';

/** @type {import('../testing/scratch-store.mjs').ScratchStore} */
let scratch;
/** @type {string | undefined} */
let before;
const [env, NOW, OTHER] = ['staging', '2.0.0-aaaaaaaa', '2.0.0-bbbbbbbb'];

beforeEach(async () => {
  scratch = await scratchStore();
  vi.stubEnv('HOMIE_RELEASES', scratch.folder);
  vi.spyOn(console, 'log').mockReturnValue();
  const { store } = scratch;
  for (const name of ['chat', 'health']) {
    const release = await storeRelease(store, name, NOW);
    const change = { command: 'release', summary: name, remotes: [name], by: 'Ada' };
    await publish({ name: env, store }, change, ({ remotes }) => ({
      remotes: { ...remotes, [name]: release },
    }));
  }
  await storeRelease(store, 'health', OTHER);
  before = await manifest();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await scratch.remove();
});

const manifest = async () =>
  (await scratch.store.read(`environments/${env}/remotes.json`))?.toString('utf8');

test('REL-13 promote --all publishes all remotes as one revision, or none', async () => {
  const production = { name: 'production', store: scratch.store };
  const all = { from: env, to: 'production', all: true };
  await expect(promote('chat', all)).rejects.toThrow('Name one remote, or all of them');
  await expect(promote(undefined, { ...all, all: false })).rejects.toThrow('Name one remote');
  const shell = { version: '1', provides: { '@homie/ui': '2.0.0' }, exports: {}, types: null };
  await publishShell(production, shell);
  const { revision } = await currentRevision(production);
  await promote(undefined, all);
  const promoted = await currentRevision(production);
  expect(promoted.revision).toBe(revision + 1);
  expect(Object.entries(promoted.remotes).map(([name, { version }]) => [name, version])).toEqual([
    ['chat', NOW],
    ['health', NOW],
  ]);
  const release = await storeRelease(scratch.store, 'chat', OTHER);
  const { store } = scratch;
  const tooNew = await storeRelease(store, 'health', '2.0.0-cccccccc', {
    requires: { '@homie/ui': '^9.0.0' },
  });
  const change = { command: 'release', summary: 'both', remotes: ['chat'], by: 'Ada' };
  await publish({ name: env, store }, change, () => ({
    remotes: { chat: release, health: tooNew },
  }));
  await expect(promote(undefined, all)).rejects.toThrow('@homie/ui');
  expect((await currentRevision(production)).revision).toBe(revision + 1);
});

describe('REL-01 a command that publishes', () => {
  test.each([
    ['with a slash', `${OTHER}/`],
    ['in this folder', `./${OTHER}`],
    ['of another remote', `../chat/${NOW}`],
    ['of the folder above', '..'],
  ])('refuses a version that is a path: %s', async (_, version) => {
    await expect(rollback('health', { env, to: version })).rejects.toThrow('is no version');
    await expect(rollout('health', { env, version, percent: '50' })).rejects.toThrow(
      'is no version',
    );
    expect(await manifest()).toBe(before);
  });

  test.each(['__proto__', 'constructor', 'toString'])(
    'knows no remote by the name of a property of all objects: %s',
    async (name) => {
      const reason = `staging runs no ${name}`;
      await expect(rollout(name, { env, version: NOW, percent: '50' })).rejects.toThrow(reason);
      await expect(rollback(name, { env })).rejects.toThrow(reason);
      await expect(promote(name, { from: env, to: 'production' })).rejects.toThrow(reason);
      expect(await manifest()).toBe(before);
    },
  );

  test.each([
    ['an entry outside its folder', { entry: '../../../../evil.js' }, 'evil.js'],
    ['a hash that is none', { integrity: 'nope' }, 'integrity'],
    ['the version of another one', { version: NOW }, 'is damaged'],
    ['a requirement that is no range', { requires: { '@homie/ui': 'newest' } }, 'version range'],
    [
      'a contribution that is a script',
      { contributions: { navItems: [{ id: 'a', label: 'A', path: 'javascript:alert(1)' }] } },
      'navItems.0.path',
    ],
    [
      'a contribution with a label that fills the header',
      { contributions: { navItems: [{ id: 'a', label: 'A'.repeat(20_000), path: '/a' }] } },
      'navItems.0.label',
    ],
  ])('refuses a release whose record has %s', async (_, record, reason) => {
    const version = '2.0.0-cccccccc';
    await storeRelease(scratch.store, 'health', version, record);
    await expect(rollback('health', { env, to: version })).rejects.toThrow(reason);
    await expect(rollout('health', { env, version, complete: true })).rejects.toThrow(reason);
    expect(await manifest()).toBe(before);
  });

  test.each([
    ['is missing', undefined],
    ['differs from its hash', 'export const version = "evil"'],
  ])('REL-04 refuses a version of which a script %s', async (_, script) => {
    const file = `remotes/health/${OTHER}/entry.js`;
    await (script ? scratch.store.replace(file, script) : scratch.store.remove([file]));
    await expect(rollback('health', { env, to: OTHER })).rejects.toThrow('entry.js');
    await expect(rollout('health', { env, version: OTHER, percent: '1' })).rejects.toThrow(
      'entry.js',
    );
    expect(await manifest()).toBe(before);
  });

  test('REL-12 refuses a manifest that is larger than servers read', async () => {
    const version = '2.0.0-dddddddd';
    const link = { id: 'a', label: 'A', path: `/${'a'.repeat(400)}` };
    const contributions = { navItems: Array.from({ length: 3_000 }, () => link) };
    await storeRelease(scratch.store, 'health', version, { contributions });
    await expect(rollback('health', { env, to: version })).rejects.toThrow('1,000,000 bytes');
    expect(await manifest()).toBe(before);
  });

  test('REL-12 refuses a version whose list of hashes is larger than servers read', async () => {
    const folder = `remotes/health/${OTHER}`;
    const { files } = JSON.parse(String(await scratch.store.read(`${folder}/integrity.json`)));
    const list = JSON.stringify({ files, notes: ['a'.repeat(300_000)] });
    const record = JSON.parse(String(await scratch.store.read(`${folder}/release.json`)));
    record.integrity = computeIntegrity(Buffer.from(list));
    await scratch.store.replace(`${folder}/integrity.json`, list);
    await scratch.store.replace(`${folder}/release.json`, JSON.stringify(record));
    await expect(rollback('health', { env, to: OTHER })).rejects.toThrow('262,144 bytes');
    expect(await manifest()).toBe(before);
  });

  test('publishes one remote although another one of the environment is not valid', async () => {
    const { store } = scratch;
    const file = `environments/${env}/revisions/2.json`;
    const revision = JSON.parse(String(await store.read(file)));
    revision.remotes.chat.version = '2.0.0/';
    await store.replace(file, JSON.stringify(revision));
    await rollback('health', { env, to: OTHER });
    expect(JSON.parse(String(await manifest())).remotes.health.version).toBe(OTHER);
  });
});
