import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readManifest } from './read-manifest';

const release = (version: string) => ({ version, entry: `/remotes/x/${version}/entry.js` });
let served: object;

beforeEach(() => {
  const stored = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  vi.stubGlobal('window', { localStorage });
  vi.stubGlobal('fetch', async () => Response.json(served));
});
afterEach(() => vi.unstubAllGlobals());

const read = async (remotes: object) => {
  served = { schemaVersion: 1, revision: 1, remotes };
  const { manifest, omitted } = await readManifest('first');
  const versions = Object.entries(manifest.remotes).map(([name, { version }]) => [name, version]);
  return { versions: Object.fromEntries(versions), omitted };
};

test('REL-02 a remote that is not valid has the release that this browser read last, and one that was removed has none', async () => {
  expect(await read({ chat: release('1'), audit: release('1') })).toMatchObject({
    versions: { chat: '1', audit: '1' },
    omitted: [],
  });
  const damaged = await read({ chat: release('2'), audit: release('2/') });
  expect(damaged.versions).toEqual({ chat: '2', audit: '1' });
  expect(damaged.omitted?.[0]).toContain('remotes.audit.version');
  expect((await read({ chat: release('2'), audit: 'damaged' })).versions).toEqual({
    chat: '2',
    audit: '1',
  });
  expect((await read({ chat: release('2') })).versions).toEqual({ chat: '2' });
  expect((await read({ chat: '', audit: release('2/') })).versions).toEqual({ chat: '2' });
});
