import { describe, expect, test } from 'vitest';
import { compose } from '../composition/composition';
import { manifestSchema, type Manifest } from './manifest-schema';
import { resolveRemote, type ResolveOptions } from './resolve-remotes';

const resolveRemotes = ({ remotes }: Manifest, options: ResolveOptions) =>
  Object.entries(remotes).map(([name, remote]) => resolveRemote(name, remote, options));

const provided = { '@homie/ui': '2.3.1', '@homie/auth': '2.0.0' };

function manifest(remote: object) {
  return manifestSchema.parse({
    schemaVersion: 1,
    revision: 7,
    remotes: { chat: { version: '3.0.0', entry: '/remotes/chat/3.0.0/entry.js', ...remote } },
  });
}

describe('resolving a remote', () => {
  test('returns the current release if the page meets its requirements', () => {
    const [chat] = resolveRemotes(manifest({ requires: { '@homie/ui': '^2.1.0' } }), { provided });
    expect(chat).toMatchObject({ status: 'resolved', source: 'current', version: '3.0.0' });
  });

  test('returns the fallback if only that is compatible', () => {
    const fallback = { version: '2.9.0', entry: '/b.js', requires: { '@homie/ui': '^2.0.0' } };
    const [chat] = resolveRemotes(manifest({ requires: { '@homie/ui': '^3.0.0' }, fallback }), {
      provided,
    });
    expect(chat).toMatchObject({ source: 'fallback', version: '2.9.0', entry: '/b.js' });
  });

  test('refuses a remote without a compatible release, and lists its unmet requirements', () => {
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

describe('a rollout', () => {
  const release = (version: string, requires = {}) => ({ version, entry: '/c.js', requires });
  const rolledOut = manifest({
    fallback: release('2.9.0'),
    rollouts: [
      { release: release('3.2.0', { '@homie/ui': '^3.0.0' }), audience: { roles: ['admin'] } },
      { release: release('3.1.0'), audience: { roles: ['admin', 'office'] } },
    ],
  });
  const as = (role: string) =>
    resolveRemotes(rolledOut, {
      provided,
      isIn: (_remote, { roles }) => roles?.includes(role) ?? false,
    })[0];

  test('applies to users in its audience', () => {
    expect(as('office')).toMatchObject({ source: 'rollout', version: '3.1.0' });
    expect(as('support_worker')).toMatchObject({ source: 'current', version: '3.0.0' });
  });

  test('of an incompatible release is skipped for the next one', () => {
    expect(as('admin')).toMatchObject({ source: 'rollout', version: '3.1.0' });
  });

  test('applies to no one while the user is unknown', () => {
    expect(resolveRemotes(rolledOut, { provided })[0]).toMatchObject({ source: 'current' });
  });
});

describe('the manifest', () => {
  test.each([
    ['an entry that runs in the page', 'entry', { entry: 'data:text/javascript,alert(1)' }],
    ['an entry of whatever protocol', 'entry', { entry: '//elsewhere.example/entry.js' }],
    ['a version that is a path', 'version', { version: '../1.0.0' }],
    ['a hash that is none', 'integrity', { integrity: 'sha256-abc' }],
    ['more than everybody', 'percent', { rollouts: [rolloutTo({ percent: 101 })] }],
    ['a part of a percent', 'percent', { rollouts: [rolloutTo({ percent: 0.5 })] }],
    ['an account by its address', 'accounts', { rollouts: [rolloutTo({ accounts: ['a@b.c'] })] }],
    ['a contribution of whatever host', 'path', contribution('//elsewhere.example')],
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

  test('requires neither contributions nor requirements', () => {
    expect(manifest({}).remotes['chat']).toMatchObject({
      requires: {},
      rollouts: [],
      contributions: {
        navItems: [],
        adminSections: [],
        overviewCards: [],
        headerActions: [],
        userMenuItems: [],
        paletteCommands: [],
      },
    });
  });

  test('accepts a contribution with an unknown icon', () => {
    const link = { label: 'Here', path: '/admin', description: 'All of it', roles: ['admin'] };
    const icons = ['audit', 'from-next-year'].map((icon) => ({ ...link, id: icon, icon }));
    const { remotes } = manifest({ contributions: { overviewCards: icons } });
    expect(remotes['chat']?.contributions.overviewCards).toMatchObject([
      { description: 'All of it', icon: 'audit', roles: ['admin'] },
      { id: 'from-next-year', icon: undefined },
    ]);
  });
});

describe('the composition', () => {
  test('names the remote that contributes each section', () => {
    const resolutions = resolveRemotes(manifest(contribution('/admin/audit')), { provided });
    expect(compose(resolutions, [], []).adminSections).toEqual([
      { id: 'audit', label: 'Audit Logs', path: '/admin/audit', remote: 'chat' },
    ]);
  });

  test('omits a section that is coming soon', () => {
    const resolutions = resolveRemotes(manifest(contribution('/admin/audit')), { provided });
    expect(compose(resolutions, ['audit'], []).adminSections).toEqual([]);
  });
});

function rolloutTo(audience: object) {
  return { release: { version: '3.1.0', entry: '/c.js' }, audience };
}

function contribution(path: string) {
  return { contributions: { adminSections: [{ id: 'audit', label: 'Audit Logs', path }] } };
}
