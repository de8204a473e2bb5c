// @vitest-environment jsdom
import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LinkTabs, UiProvider } from '../index.ts';

test('tabs are links, the current one has aria-current, and a disabled one cannot be followed', () => {
  render(
    <UiProvider>
      <LinkTabs
        label="Admin"
        items={[
          { id: 'overview', label: 'Overview', href: '/admin', active: true },
          { id: 'users', label: 'Users', href: '/admin/users' },
          { id: 'audit', label: 'Audit Logs', href: '/admin/audit', disabled: true, badge: 'Soon' },
        ]}
      />
    </UiProvider>,
  );
  const tabs = within(screen.getByRole('navigation', { name: 'Admin' }));
  expect(tabs.getByRole('link', { name: 'Overview' }).getAttribute('aria-current')).toBe('page');
  const users = tabs.getByRole('link', { name: 'Users' });
  expect(users.getAttribute('href')).toBe('/admin/users');
  expect(users.getAttribute('aria-current')).toBeNull();
  const audit = tabs.getByRole('link', { name: /^Audit Logs/ });
  expect(audit.getAttribute('aria-disabled')).toBe('true');
  expect(audit.getAttribute('href')).toBeNull();
  expect(within(audit).getByText('Soon')).toBeTruthy();
});
