import { PRODUCT_ADDRESSES } from '@homie/contracts';
import { describe, expect, test } from 'vitest';
import { productSection, resolveSections, sectionAt } from './sections';

const overview = { id: 'overview', label: 'Overview', path: '/admin', remote: 'admin' };
const audit = { id: 'audit', label: 'Audit Logs', path: '/admin/audit', remote: 'audit' };

describe('resolveSections', () => {
  test('ADMIN-01 lists the five sections in order, composed or not', () => {
    expect(resolveSections([]).map(({ label, path }) => [label, path])).toEqual([
      ['Overview', '/admin'],
      ['Assistants', '/admin/assistants'],
      ['Participants', '/admin/participants'],
      ['Users', '/admin/users'],
      ['Audit Logs', '/admin/audit'],
    ]);
  });

  test('the sections are the addresses of the administration in the product map', () => {
    const paths = PRODUCT_ADDRESSES.map(({ path }) => path);
    expect(resolveSections([]).map(({ path }) => path)).toEqual(
      paths.filter((path) => path.startsWith('/admin')),
    );
  });

  test('ADMIN-08 a section is rendered by the remote that contributes it, whichever it is', () => {
    const sections = resolveSections([overview, audit]);
    expect(productSection(sections, 'audit').remote).toBe('audit');
    expect(productSection(sections, 'users').remote).toBeUndefined();
  });

  test('appends further sections once, and none outside the admin area', () => {
    const reports = {
      id: 'reports',
      label: 'Reports',
      path: '/admin/reports',
      remote: 'reports',
    };
    const elsewhere = { id: 'elsewhere', label: 'Elsewhere', path: '/app', remote: 'x' };
    const disguised = { ...elsewhere, id: 'disguised', path: '/administrator' };
    const doubled = { ...elsewhere, id: 'users-2', path: '/admin/users' };
    const sections = resolveSections([reports, reports, elsewhere, disguised, doubled]);
    expect(sections.slice(5)).toEqual([reports]);
  });
});

describe('sectionAt', () => {
  const sections = resolveSections([overview, audit]);

  test.each([
    ['/admin', 'overview'],
    ['/admin/', 'overview'],
    ['/admin/assistants/documents', 'assistants'],
    ['/admin/assistants', 'assistants'],
    ['/admin/assistants/', 'assistants'],
    ['/Admin/Users', 'users'],
    ['/admin/participants/7/workers', 'participants'],
    ['/admin/audit', 'audit'],
    ['/admin/auditors', undefined],
    ['/admin/nothing', undefined],
  ])('ADMIN-02 %s belongs to %s', (pathname, id) => {
    expect(sectionAt(sections, pathname)?.id).toBe(id);
  });
});
