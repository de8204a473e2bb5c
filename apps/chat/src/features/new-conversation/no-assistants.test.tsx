// @vitest-environment jsdom
import { UiProvider } from '@homie/ui';
import { cleanup, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { NoAssistants } from './no-assistants';

const isAdmin = vi.fn<() => boolean>();
vi.mock('@homie/api-client', () => ({ useIsAdmin: () => isAdmin() }));
vi.mock('@homie/auth', () => ({ useSession: () => ({ user: { id: 'u1' } }) }));
vi.mock('@homie/composition', () => ({
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}));

function show() {
  cleanup();
  const query = { data: [], isError: false, isFetching: false, refetch: () => {} };
  render(
    <UiProvider>
      <NoAssistants query={query} />
    </UiProvider>,
  );
}

test('USAGE-17 an administrator without assistants is offered to create the first one, others learn whom to ask', () => {
  isAdmin.mockReturnValue(true);
  show();
  const link = screen.getByRole('link', { name: 'Create an assistant' });
  expect(link.getAttribute('href')).toBe('/admin/assistants?create=assistant');
  expect(screen.queryByText(/Ask an administrator/)).toBeNull();
  isAdmin.mockReturnValue(false);
  show();
  expect(screen.getByText(/Ask an administrator/)).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});
