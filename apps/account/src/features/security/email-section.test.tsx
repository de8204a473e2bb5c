// @vitest-environment jsdom
import { getQueryClient } from '@homie/api-client';
import { TestApiProvider } from '@homie/api-client/testing';
import { AuthProvider, type Auth } from '@homie/auth';
import { createStore } from '@homie/composition';
import { Toaster, UiProvider } from '@homie/ui';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { EmailSection } from './email-section';

afterEach(() => vi.unstubAllGlobals());

function renderSection(auth: Auth) {
  render(
    <UiProvider>
      <TestApiProvider>
        <AuthProvider value={auth}>
          <EmailSection prove={(change) => change()} />
          <Toaster />
        </AuthProvider>
      </TestApiProvider>
    </UiProvider>,
  );
}

test('ACCT-63 a failed request for the pending change is shown with Retry, which loads the form', async () => {
  const session = { user: { id: 'own', email: 'nia@homie.example' } };
  let isDown = true;
  vi.stubGlobal('fetch', async () => Response.json(null));
  const auth = {
    store: { getState: () => ({ session }), subscribe: () => () => {} },
    call: async () =>
      isDown
        ? { ok: false, failure: { kind: 'unexpected', message: 'Down' } }
        : { ok: true, data: { user: { email: session.user.email } } },
  } as unknown as Auth;
  getQueryClient().setQueryDefaults(['account', 'own'], { retry: false });
  renderSection(auth);
  await screen.findByText('Changes of the address could not be loaded');
  expect(screen.queryByRole('form')).toBeNull();
  isDown = false;
  await userEvent.setup().click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('form', { name: 'Change email address' });
  expect(screen.queryByRole('alert')).toBeNull();
});

test('ACCT-63 a change that was confirmed elsewhere in the meantime is not reported as cancelled', async () => {
  const session = { user: { id: 'pending', email: 'nia@homie.example' } };
  const user = {
    ...session.user,
    new_email: 'nia.new@homie.example',
    email_change_sent_at: new Date().toISOString(),
  };
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) =>
    Response.json(String(input).includes('cancel_email_change') ? false : null),
  );
  const auth = {
    store: { getState: () => ({ session }), subscribe: () => () => {} },
    call: async () => ({ ok: true, data: { user } }),
  } as unknown as Auth;
  renderSection(auth);
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Cancel change' }));
  expect(await screen.findByText('Nothing to cancel')).toBeDefined();
  expect(screen.queryByText('Change cancelled')).toBeNull();
});

test('ACCT-75 a change that is confirmed on another device while Settings is in front no longer waits', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const user = { id: 'in-front', email: 'nia@homie.example' };
  let stored: object = {
    ...user,
    new_email: 'nia.new@homie.example',
    email_change_sent_at: new Date().toISOString(),
  };
  vi.stubGlobal('fetch', async () => Response.json(null));
  const call = vi.fn<() => Promise<object>>(async () => ({ ok: true, data: { user: stored } }));
  const store = createStore({ status: 'finished', session: { user } });
  renderSection({ store, call } as unknown as Auth);
  await screen.findByText(/^Waiting for the change/);
  stored = user;
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  await waitFor(() => expect(screen.queryByText(/^Waiting for the change/)).toBeNull());
  const { length } = call.mock.calls;
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(call.mock.calls).toHaveLength(length);
});

test('ACCT-75 a change that another tab or device has completed or cancelled no longer waits', async () => {
  const user = { id: 'followed', email: 'nia@homie.example' };
  const pending = { new_email: 'nia.new@homie.example', email_change_sent_at: new Date() };
  let stored: object = { ...user, ...pending };
  const store = createStore({ status: 'finished', session: { user } });
  vi.stubGlobal('fetch', async () => Response.json(null));
  const auth = {
    store,
    call: async () => ({ ok: true, data: { user: stored } }),
  } as unknown as Auth;
  renderSection(auth);
  await screen.findByText(/^Waiting for the change/);
  stored = user;
  window.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(screen.queryByText(/^Waiting for the change/)).toBeNull());

  stored = { ...user, ...pending };
  window.dispatchEvent(new Event('visibilitychange'));
  await screen.findByText(/^Waiting for the change/);
  const field = screen.getByLabelText<HTMLInputElement>(/^New email address/);
  await userEvent.setup().type(field, 'typed@homie.example');
  stored = { ...user, email: pending.new_email };
  act(() =>
    store.setState({
      status: 'finished',
      session: { user: { ...user, email: pending.new_email } },
    }),
  );
  await waitFor(() => expect(screen.queryByText(/^Waiting for the change/)).toBeNull());
  expect(screen.getByText(pending.new_email)).toBeDefined();
  expect(field.isConnected && field.value).toBe('typed@homie.example');
});
