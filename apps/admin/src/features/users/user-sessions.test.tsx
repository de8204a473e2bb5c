// @vitest-environment jsdom
import { lazyAdminApi } from '@homie/api-client';
import { TestApiProvider } from '@homie/api-client/testing';
import { Toaster, UiProvider } from '@homie/ui';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { AdminApiContext } from '../../data/admin-api';
import { UserSessions } from './user-sessions';

afterEach(() => vi.unstubAllGlobals());

const userId = crypto.randomUUID();
const session = (user_agent: string) => ({
  id: crypto.randomUUID(),
  created_at: '2026-11-21T03:00:00+00:00',
  last_seen_at: '2026-11-21T03:00:00+00:00',
  user_agent,
  ip: '203.0.113.7',
  is_current: false,
});

test('ACCT-62 the sessions of a user have device and place, and one is ended with a reason', async () => {
  const [phone, laptop] = [session('iPhone Version/17 Safari/'), session('Windows Firefox/130')];
  let sessions = [phone, laptop];
  const ended: unknown[] = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.pathname === '/rest/v1/rpc/is_admin') return Response.json(true);
    if (url.pathname === '/auth/v1/sessions/places')
      return Response.json(url.search === `?user_id=${userId}` ? { [phone.id]: 'Melbourne' } : {});
    if (url.pathname === '/rest/v1/rpc/list_user_sessions') return Response.json(sessions);
    ended.push([url.pathname, JSON.parse(String(init?.body))]);
    sessions = [phone];
    return Response.json(1);
  });
  render(
    <UiProvider>
      <TestApiProvider>
        <AdminApiContext.Provider value={await lazyAdminApi()}>
          <UserSessions userId={userId} />
          <Toaster />
        </AdminApiContext.Provider>
      </TestApiProvider>
    </UiProvider>,
  );
  await screen.findByText(/Melbourne · 203/);
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(items).toEqual([
    expect.stringMatching(/^Safari on iPhone.*Melbourne/),
    expect.stringMatching(/^Firefox on Windows/),
  ]);

  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'End session: Firefox on Windows' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'End this session?' }));
  await user.click(dialog.getByRole('button', { name: 'End session' }));
  await dialog.findByText('Enter a reason of at least 3 characters.');
  expect(ended).toEqual([]);
  await user.type(dialog.getByLabelText('Reason'), 'Lost laptop');
  await user.click(dialog.getByRole('button', { name: 'End session' }));
  await screen.findByText('Session ended');
  expect(ended).toEqual([
    [
      '/rest/v1/rpc/end_user_sessions',
      { user_id: userId, session_id: laptop.id, reason: 'Lost laptop' },
    ],
  ]);
  await vi.waitFor(() => expect(screen.queryByText('Firefox on Windows')).toBeNull());
});
