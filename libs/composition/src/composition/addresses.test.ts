import { expect, test } from 'vitest';
import { contributionsSchema, type Contributions } from '../manifest/contributions-schema';
import type { RemoteResolution } from '../manifest/resolve-remotes';
import { compose } from './composition';

const PRODUCT = [
  { path: '/app', remote: 'chat' },
  { path: '/admin', remote: 'admin' },
  { path: '/admin/users', remote: 'admin' },
  { path: '/admin/audit', remote: null },
];

/** Returns a composition of remotes with a contribution of one kind at each path. */
function composed(kind: keyof Contributions, paths: Record<string, string[]>) {
  const resolutions = Object.entries(paths).map(([name, own]): RemoteResolution => {
    const contributions = own.map((path) => ({ id: `${name}${path}`, label: path, path }));
    return {
      name,
      status: 'incompatible',
      version: '1.0.0',
      entry: '/entry.js',
      requires: {},
      unmet: [],
      contributions: contributionsSchema.parse({ [kind]: contributions }),
    };
  });
  return compose(resolutions, [], PRODUCT);
}

test('a path of a remote is a separate address, without a trailing slash', () => {
  const { addresses, navItems, refused } = composed('navItems', {
    billing: ['/billing/', '/fees'],
  });
  expect(addresses).toEqual([
    { path: '/billing', remote: 'billing' },
    { path: '/fees', remote: 'billing' },
  ]);
  expect(navItems.map(({ path }) => path)).toEqual(['/billing', '/fees']);
  expect(refused).toEqual([]);
});

test.each([
  ['/auth/sign-in', null],
  ['/rest/v1', null],
  ['/', null],
  ['/Billing', null],
  ['/billing/:id', null],
  ['/billing/*', null],
  ['/../app', null],
  ['/app', 'chat'],
  ['/app/new', 'chat'],
])('%s cannot be claimed, and has no navigation item', (path, owner) => {
  const { addresses, navItems, refused } = composed('navItems', { billing: [path] });
  expect([addresses, navItems]).toEqual([[], []]);
  expect(refused).toEqual([{ path, remote: 'billing', owner }]);
});

test.each([
  ['/reports', '/reports'],
  ['/reports/weekly', '/reports'],
  ['/reports', '/reports/weekly'],
])('of %s and %s the remote that is first by name gets its address', (second, first) => {
  const { addresses, navItems, refused } = composed('navItems', {
    payroll: [second, '/wages'],
    billing: [first],
  });
  expect(addresses).toEqual([
    { path: first, remote: 'billing' },
    { path: '/wages', remote: 'payroll' },
  ]);
  expect(navItems.map(({ remote, path }) => [remote, path])).toEqual([
    ['payroll', '/wages'],
    ['billing', first],
  ]);
  expect(refused).toEqual([{ path: second, remote: 'payroll', owner: 'billing' }]);
});

test('sections of the administration are not addresses, and its own screens stay with it', () => {
  const { addresses, adminSections, refused } = composed('adminSections', {
    admin: ['/admin', '/admin/users'],
    aaa: ['/admin/users', '/admin', '/elsewhere'],
    audit: ['/admin/audit'],
  });
  expect(addresses).toEqual([]);
  expect(adminSections.map(({ remote, path }) => [remote, path])).toEqual([
    ['admin', '/admin'],
    ['admin', '/admin/users'],
    ['audit', '/admin/audit'],
  ]);
  expect(refused.map(({ remote, owner }) => [remote, owner])).toEqual([
    ['aaa', 'admin'],
    ['aaa', 'admin'],
  ]);
});

test('a product address without an owner is assigned to the remote that contributes it', () => {
  const { adminSections, refused } = composed('adminSections', { reports: ['/admin/audit'] });
  expect(adminSections.map(({ remote }) => remote)).toEqual(['reports']);
  expect(refused).toEqual([]);
});

test('a link into the administration is shown and claims nothing', () => {
  const { addresses, navItems, refused } = composed('navItems', { audit: ['/admin/audit'] });
  expect([addresses, refused]).toEqual([[], []]);
  expect(navItems).toHaveLength(1);
});
