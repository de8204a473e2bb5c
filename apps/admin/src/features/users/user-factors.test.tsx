// @vitest-environment jsdom
import { lazyAdminApi } from '@homie/api-client';
import { TestApiProvider } from '@homie/api-client/testing';
import { UiProvider } from '@homie/ui';
import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { AdminApiContext } from '../../data/admin-api';
import { UserFactors } from './user-factors';

afterEach(() => vi.unstubAllGlobals());

async function show(answer: object) {
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    return Response.json(pathname === '/rest/v1/rpc/is_admin' ? true : answer);
  });
  render(
    <UiProvider>
      <TestApiProvider>
        <AdminApiContext.Provider value={await lazyAdminApi()}>
          <UserFactors userId={crypto.randomUUID()} />
        </AdminApiContext.Provider>
      </TestApiProvider>
    </UiProvider>,
  );
}

test('ACCT-36 an administrator sees the second factors and passkeys before removing them', async () => {
  const created_at = '2026-01-02T03:00:00+00:00';
  await show({
    factors: [
      { kind: 'app', name: 'Phone', created_at },
      { kind: 'passkey', name: null, created_at: '2026-02-02T03:00:00+00:00' },
    ],
    recovery_codes: 1,
  });
  await screen.findByText('1 unused recovery code left.');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Authenticator app ‘Phone’, added /),
    expect.stringMatching(/^Passkey, added /),
  ]);
});

test('ACCT-36 a user without second factors is named as one', async () => {
  await show({ factors: [], recovery_codes: 0 });
  const text = 'This user has none and signs in with the password alone.';
  expect(await screen.findByText(text)).toBeTruthy();
});
