import { describe, expect, test } from 'vitest';
import { compose } from '../composition/composition';
import { manifestSchema } from './manifest-schema';
import { resolveRemotes } from './resolve-remotes';

const provided = { '@homie/ui': '2.3.1', '@homie/auth': '2.0.0' };

function manifest(remote: object) {
  return manifestSchema.parse({
    schemaVersion: 1,
    revision: 7,
    remotes: { chat: { version: '3.0.0', entry: '/remotes/chat/3.0.0/entry.js', ...remote } },
  });
}

describe('resolving a remote', () => {
  test('takes the current release when the page meets its requirements', () => {
    const [chat] = resolveRemotes(manifest({ requires: { '@homie/ui': '^2.1.0' } }), { provided });
    expect(chat).toMatchObject({ status: 'resolved', source: 'current', version: '3.0.0' });
  });

  test('takes the fallback when only that fits', () => {
    const fallback = { version: '2.9.0', entry: '/b.js', requires: { '@homie/ui': '^2.0.0' } };
    const [chat] = resolveRemotes(manifest({ requires: { '@homie/ui': '^3.0.0' }, fallback }), {
      provided,
    });
    expect(chat).toMatchObject({ source: 'fallback', version: '2.9.0', entry: '/b.js' });
  });

  test('refuses a remote of which no release fits, and says what it needs', () => {
    const [chat] = resolveRemotes(
      manifest({ requires: { '@homie/ui': '^3.0.0', '@homie/maps': '^1.0.0' } }),
      { provided },
    );
    expect(chat).toMatchObject({
      status: 'incompatible',
      unmet: [
        { library: '@homie/ui', needed: '^3.0.0', provided: '2.3.1' },
        { library: '@homie/maps', needed: '^1.0.0', provided: null },
      ],
    });
  });
});

describe('the manifest', () => {
  test.each([
    ['an entry that runs in the page', 'entry', { entry: 'data:text/javascript,alert(1)' }],
    ['an entry of whatever protocol', 'entry', { entry: '//elsewhere.example/entry.js' }],
    ['an entry beside the page', 'entry', { entry: 'entry.js' }],
    ['a requirement that is no range', '@homie/ui', { requires: { '@homie/ui': 'newest' } }],
    [
      'a contribution that leads out of the product',
      'path',
      contribution('https://elsewhere.example'),
    ],
  ])('refuses %s', (_what, where, remote) => {
    expect(() => manifest(remote)).toThrow(where);
  });

  test('needs neither contributions nor requirements', () => {
    expect(manifest({}).remotes['chat']).toMatchObject({
      requires: {},
      contributions: { navItems: [], adminSections: [], headerActions: [] },
    });
  });
});

describe('the composition', () => {
  test('names the remote that brings each section', () => {
    const resolutions = resolveRemotes(manifest(contribution('/admin/audit')), { provided });
    expect(compose(resolutions, []).adminSections).toEqual([
      { id: 'audit', label: 'Audit Logs', path: '/admin/audit', remote: 'chat' },
    ]);
  });

  test('leaves out a section that is coming soon', () => {
    const resolutions = resolveRemotes(manifest(contribution('/admin/audit')), { provided });
    expect(compose(resolutions, ['audit']).adminSections).toEqual([]);
  });
});

function contribution(path: string) {
  return { contributions: { adminSections: [{ id: 'audit', label: 'Audit Logs', path }] } };
}
