import { describe, expect, test } from 'vitest';
import { parseManifest } from './parse-manifest';

const release = (version: string, more = {}) => ({
  version,
  entry: `/remotes/x/${version}/entry.js`,
  ...more,
});
const link = (id: string, path = '/admin') => ({ id, label: id, path });
const parse = (remotes: object, more = {}) =>
  parseManifest({ schemaVersion: 1, revision: 7, remotes, ...more });

describe('REL-02 a manifest', () => {
  test('that is valid omits nothing', async () => {
    expect(await parse({ chat: release('1') })).toMatchObject({
      manifest: { revision: 7, remotes: { chat: { version: '1' } } },
      omitted: [],
    });
  });

  test.each([
    ['a version that is a path', release('2/')],
    ['an entry of another protocol', release('2', { entry: 'javascript:alert(1)' })],
    ['a hash that is none', release('2', { integrity: 'nope' })],
    ['requirements that are no ranges', release('2', { requires: { '@homie/ui': 'newest' } })],
    ['no properties', {}],
    ['another type', 'text'],
    ['no value', null],
  ])('with a remote that has %s keeps all others', async (_, audit) => {
    const { manifest, omitted } = await parse({ chat: release('1'), audit, admin: release('3') });
    expect(Object.keys(manifest.remotes)).toEqual(['chat', 'admin']);
    expect(omitted[0]).toMatch(/^remotes\.audit/);
  });

  test('has the fallback of a release that is not valid, and its valid rollouts', async () => {
    const rollout = (version: string) => ({ release: release(version), audience: { percent: 1 } });
    const { manifest } = await parse({
      chat: release('2/', { fallback: release('1'), rollouts: [rollout('3'), rollout('4/')] }),
    });
    expect(manifest.remotes['chat']).toMatchObject({
      version: '1',
      rollouts: [{ release: { version: '3' } }],
    });
    expect(manifest.remotes['chat']).not.toHaveProperty('fallback');
  });

  test('has a release without a fallback that is not valid', async () => {
    const { manifest } = await parse({ chat: release('2', { fallback: release('1/') }) });
    expect(manifest.remotes['chat']).toMatchObject({ version: '2' });
    expect(manifest.remotes['chat']).not.toHaveProperty('fallback');
  });

  test('omits a contribution that is not valid, and keeps the others of its remote', async () => {
    const contributions = {
      navItems: [link('a'), link('b', 'javascript:alert(1)'), null, link('c')],
      adminSections: 'none',
      overviewCards: [{ ...link('d'), label: 'D'.repeat(20_000) }],
    };
    const { manifest, omitted } = await parse({ chat: release('1', { contributions }) });
    expect(manifest.remotes['chat']?.contributions).toMatchObject({
      navItems: [link('a'), link('c')],
      adminSections: [],
      overviewCards: [],
    });
    expect(omitted).toContainEqual(
      expect.stringContaining('remotes.chat.contributions.navItems.1.path'),
    );
  });

  test.each(['__proto__', 'Chat', '../chat', ''])(
    'omits a remote of the name "%s"',
    async (name) => {
      const remotes: unknown = JSON.parse(
        `{"chat": ${JSON.stringify(release('1'))}, "${name}": ${JSON.stringify(release('2'))}}`,
      );
      const { manifest } = await parse(remotes as object);
      expect(Object.keys(manifest.remotes)).toEqual(['chat']);
    },
  );

  test('omits announcements that are not valid', async () => {
    expect((await parse({}, { comingSoon: [1] })).manifest.comingSoon).toEqual([]);
  });

  test('of 5,000 remotes that are not valid names few of them', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, index) => [`r${index}`, release('/')]),
    );
    const { manifest, omitted } = await parse({ ...many, chat: release('1') });
    expect(Object.keys(manifest.remotes)).toEqual(['chat']);
    expect(omitted.length).toBeLessThanOrEqual(20);
  });

  test.each([
    ['of another schema', { schemaVersion: 2, revision: 1, remotes: {} }],
    ['without remotes', { schemaVersion: 1, revision: 1 }],
    ['with a list of remotes', { schemaVersion: 1, revision: 1, remotes: [] }],
    ['that is no object', 'text'],
  ])('%s is refused', async (_, json) => {
    await expect(parseManifest(json)).rejects.toThrow(/invalid_/);
  });
});
