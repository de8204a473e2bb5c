import { expect, test } from 'vitest';
import { adminRoutes } from './admin-routes';

const section = (path: string) => ({ id: path, label: path, path, remote: 'some' });

test('PERM-05 the overview and the four sections have routes in every environment', () => {
  expect(adminRoutes([])).toEqual([
    '/admin',
    '/admin/assistants/*',
    '/admin/participants/*',
    '/admin/users/*',
    '/admin/audit/*',
  ]);
});

test('a contributed section has a route once', () => {
  const sections = ['/admin', '/admin/audit', '/admin/reports'].map(section);
  expect(adminRoutes(sections).slice(5)).toEqual(['/admin/reports/*']);
});
