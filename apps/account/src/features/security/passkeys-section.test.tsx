// @vitest-environment jsdom
import { AuthProvider, type Auth } from '@homie/auth';
import { UiProvider } from '@homie/ui';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Passkey } from './use-passkeys';

const LINUX = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const passkey = (name: string): Passkey => ({
  id: name,
  name,
  createdAt: '2026-01-01T00:00:00Z',
  usedAt: undefined,
});

test.each<[given: string, existing: string[], renamedTo: string | undefined]>([
  ['Passkey', [], 'Chrome on Linux'],
  ['Passkey', ['Chrome on Linux', 'Chrome on Linux 2'], 'Chrome on Linux 3'],
  ['Bitwarden', [], undefined],
])(
  'ACCT-27 a new passkey that the server calls %s, next to %j, is renamed to %s',
  async (given, existing, renamedTo) => {
    vi.stubGlobal('PublicKeyCredential', class {});
    vi.stubGlobal('navigator', { ...navigator, userAgent: LINUX });
    const { PasskeysSection } = await import('./passkeys-section');
    const update = vi.fn<(change: object) => Promise<object>>(async () => ({ error: null }));
    const service = {
      registerPasskey: async () => ({ data: { id: 'new', friendly_name: given }, error: null }),
      refreshSession: async () => ({ data: {}, error: null }),
      passkey: { update },
    };
    const auth = {
      call: async (action: (client: typeof service) => Promise<object>) => ({
        ok: true,
        ...(await action(service)),
      }),
    } as unknown as Auth;
    const changed = vi.fn<() => Promise<void>>(async () => {});
    render(
      <UiProvider>
        <AuthProvider value={auth}>
          <PasskeysSection
            passkeys={existing.map(passkey)}
            onChange={changed}
            prove={(change) => change()}
          />
        </AuthProvider>
      </UiProvider>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Add passkey' }));
    await vi.waitFor(() => expect(changed).toHaveBeenCalled());
    expect(update.mock.calls).toEqual(
      renamedTo ? [[{ passkeyId: 'new', friendlyName: renamedTo }]] : [],
    );
  },
);

test('HTTP-03 at an address without https the section names the cause, and offers no button', async () => {
  vi.stubGlobal('isSecureContext', false);
  vi.resetModules();
  const { PasskeysSection } = await import('./passkeys-section');
  const { AuthProvider: Provider } = await import('@homie/auth');
  render(
    <UiProvider>
      <Provider value={Object.create(null) as Auth}>
        <PasskeysSection passkeys={[]} onChange={async () => {}} prove={(change) => change()} />
      </Provider>
    </UiProvider>,
  );
  expect(screen.getByText(/They need an address that starts with https:\/\/\./)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add passkey' })).toBeNull();
});
