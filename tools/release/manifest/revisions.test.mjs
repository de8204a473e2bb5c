import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { manifestSchema } from '../../../libs/composition/src/manifest/manifest-schema.ts';
import { scratchStore } from '../testing/scratch-store.mjs';
import { storeRelease } from '../testing/store-release.mjs';
import {
  currentRevision,
  KEPT_REVISIONS,
  listRevisions,
  publish,
  readRevision,
  settle,
} from './revisions.mjs';

/** @type {import('../testing/scratch-store.mjs').ScratchStore} */
let scratch;
/** @type {import('./revisions.mjs').RevisionContext} */
let environment;
beforeEach(async () => {
  scratch = await scratchStore();
  environment = { name: 'staging', store: scratch.store };
});
afterEach(() => scratch.remove());

/** @param {string} name @param {string} version */
const remote = (name, version) => storeRelease(scratch.store, name, version);
/**
 * @param {string} name of the remote
 * @param {string} [by]
 */
const change = (name, by = 'Ada') => ({ command: 'release', summary: name, remotes: [name], by });
/**
 * @param {string} name of the remote
 * @param {string} version
 * @param {{ by?: string, since?: import('./revisions.mjs').Revision }} [options]
 */
const put = async (name, version, options = {}) => {
  const release = await remote(name, version);
  return publish(
    environment,
    change(name, options.by),
    ({ remotes }) => ({ remotes: { ...remotes, [name]: release } }),
    options.since,
  );
};
/** @returns {Promise<import('./revisions.mjs').Revision>} */
const served = async () =>
  JSON.parse(String(await scratch.store.read('environments/staging/remotes.json')));

describe('publishing', () => {
  test('creates a revision, and pages read the latest one without its author and command', async () => {
    await put('chat', '1');
    const { revision } = await put('audit', '2');
    expect(revision).toMatchObject({ revision: 2, remotes: { chat: { version: '1' } } });
    expect(await served()).not.toHaveProperty('change');
    expect(manifestSchema.parse(await served())).toMatchObject({
      revision: 2,
      environment: 'staging',
      remotes: { chat: { version: '1' }, audit: { version: '2' } },
    });
  });

  test('of different remotes concurrently publishes every change', async () => {
    const names = ['chat', 'admin', 'audit', 'health', 'billing'];
    await Promise.all(names.map((name) => put(name, '1')));
    expect(Object.keys((await served()).remotes).sort()).toEqual([...names].sort());
    expect((await served()).revision).toBe(names.length);
  });

  test('of the same remote concurrently publishes one; the others report by whom', async () => {
    const since = await currentRevision(environment);
    const people = ['Ada', 'Grace', 'Hedy'];
    const outcomes = await Promise.allSettled(
      people.map((by, index) => put('chat', String(index), { by, since })),
    );
    const won = outcomes.findIndex(({ status }) => status === 'fulfilled');
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused).toHaveLength(people.length - 1);
    for (const { reason } of refused) expect(reason.message).toContain(`${people[won]} was first`);
    expect((await served()).remotes.chat?.version).toBe(String(won));
  });

  test('of no change writes nothing', async () => {
    await put('chat', '1');
    const { changed } = await publish(environment, change('chat'), () => undefined);
    expect(changed).toBe(false);
    expect(await listRevisions(environment)).toEqual([1]);
  });

  test('retains the last revisions, and those that ran within 30 days, because open pages may use them', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-10-01T12:00:00Z') });
    try {
      for (let version = 1; version <= KEPT_REVISIONS; version++) await put('chat', `${version}`);
      vi.setSystemTime(new Date('2026-10-20T12:00:00Z'));
      for (const version of ['a', 'b', 'c']) await put('chat', version);
      expect(await listRevisions(environment)).toHaveLength(KEPT_REVISIONS + 3);
      // The one before `a` ran until the 20th.
      vi.setSystemTime(new Date('2026-11-10T12:00:00Z'));
      await put('chat', 'd');
      // The oldest of the last ones ran until the 20th, too.
      expect((await listRevisions(environment)).at(-1)).toBe(1);
      for (let more = 1; more < KEPT_REVISIONS; more++) await put('chat', `d${more}`);
      // What is not removed now is removed by the next command.
      const failing = vi.spyOn(scratch.store, 'remove').mockRejectedValueOnce(new Error('EACCES'));
      await put('chat', 'e');
      expect(failing).toHaveBeenCalled();
      await put('chat', 'f');
      expect((await listRevisions(environment)).at(-1)).toBe(20);
      expect(await readRevision(environment, 19)).toBeUndefined();
    } finally {
      vi.useRealTimers();
    }
  });

  test('REL-07 by a clock that is ahead removes no revision that ran recently, also if it is repeated', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-10-01T12:00:00Z') });
    try {
      const chat = KEPT_REVISIONS + 5;
      for (let version = 1; version <= chat; version++) await put('chat', `${version}`);
      vi.setSystemTime(new Date('2026-11-10T12:00:00Z'));
      for (const version of ['a', 'b', 'c']) await put('chat', version);
      vi.setSystemTime(new Date('2026-10-01T13:00:00Z'));
      await put('chat', 'd');
      expect(await listRevisions(environment)).toHaveLength(chat + 4);
    } finally {
      vi.useRealTimers();
    }
  });

  test('REL-06 that is recorded, but not visible to pages, is reported as that', async () => {
    await put('chat', '1');
    const chat = await remote('chat', '2');
    const full = vi.spyOn(scratch.store, 'replace').mockRejectedValue(new Error('ENOSPC'));
    await expect(
      publish(environment, change('chat'), () => ({ remotes: { chat } })),
    ).rejects.toThrow(
      /recorded as revision 2 of staging.*cannot read it yet: ENOSPC[^]*next command.*even .revisions/,
    );
    full.mockRestore();
    await settle(environment);
    expect((await served()).remotes.chat?.version).toBe('2');
  });

  test('that was killed before pages could read it is completed by the next command', async () => {
    await put('chat', '1');
    const { store } = scratch;
    const chat = await remote('chat', '2');
    const ended = { ...store, replace: () => Promise.reject(new Error('ended')) };
    await expect(
      publish({ name: 'staging', store: ended }, change('chat'), () => ({
        remotes: { chat },
      })),
    ).rejects.toThrow('ended');
    expect((await served()).remotes.chat?.version).toBe('1');
    await settle(environment);
    expect((await served()).remotes.chat?.version).toBe('2');
  });

  test('that succeeded with a lost response is not published twice', async () => {
    const { store } = scratch;
    const chat = await remote('chat', '1');
    const forgetful = {
      ...store,
      /** @param {Parameters<typeof store.create>} file */
      create: async (...file) => (await store.create(...file)) && false,
    };
    const { revision } = await publish(
      { name: 'staging', store: forgetful },
      change('chat'),
      () => ({ remotes: { chat } }),
    );
    expect(revision.revision).toBe(1);
    expect(await listRevisions(environment)).toEqual([1]);
  });
});

describe('REL-06 a revision', () => {
  const file = 'environments/staging/revisions/2.json';
  beforeEach(async () => {
    await put('chat', '1');
    await put('chat', '2');
  });

  test.each([
    '{"schemaVersion":1,"rev',
    '',
    'null',
    '[]',
    '{}',
    '{"schemaVersion":1,"revision":3}',
  ])('that is damaged is refused with the name of its file and the way out: %s', async (text) => {
    await scratch.store.replace(file, text);
    const before = await served();
    for (const command of [() => put('chat', '3'), () => settle(environment)])
      await expect(command()).rejects.toThrow(/revisions\/2\.json in .* is damaged[^]*remove it/);
    expect(await served()).toEqual(before);
    await scratch.store.remove([file]);
    await put('chat', '3');
    expect((await served()).remotes.chat?.version).toBe('3');
  });

  test('of a newer schema is not overwritten', async () => {
    const newer = JSON.stringify({ ...(await readRevision(environment, 2)), schemaVersion: 2 });
    await scratch.store.replace(file, newer);
    await expect(put('chat', '3')).rejects.toThrow('newer version of this command');
    expect(await listRevisions(environment)).toEqual([2, 1]);
  });
});
