// @vitest-environment jsdom
import { ApiProvider, getQueryClient } from '@homie/api-client';
import { AuthProvider, type Auth } from '@homie/auth';
import { UiProvider } from '@homie/ui';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { EmailSection } from './email-section';

afterEach(() => vi.unstubAllGlobals());

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
  getQueryClient().setDefaultOptions({ queries: { retry: false } });
  render(
    <UiProvider>
      <ApiProvider baseUrl="https://api.test" publishableKey="" getAccessToken={async () => 't'}>
        <AuthProvider value={auth}>
          <EmailSection onFailure={() => {}} />
        </AuthProvider>
      </ApiProvider>
    </UiProvider>,
  );
  await screen.findByText('Changes of the address could not be loaded');
  expect(screen.queryByRole('form')).toBeNull();
  isDown = false;
  await userEvent.setup().click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('form', { name: 'Change email address' });
  expect(screen.queryByRole('alert')).toBeNull();
});
