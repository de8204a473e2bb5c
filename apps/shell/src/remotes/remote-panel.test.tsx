// @vitest-environment jsdom
import { ApiProvider } from '@homie/api-client';
import { AuthProvider, createAuth } from '@homie/auth';
import {
  BrowserRouter,
  compose,
  CompositionProvider,
  manifestSchema,
  resolveRemote,
} from '@homie/composition';
import { UiProvider } from '@homie/ui';
import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Finding } from './loading/diagnose';
import type { RemoteLoader } from './loading/remote-loader';
import { RemoteError } from './remote-error';
import { RemotePanel } from './remote-panel';

const { remotes: entries } = manifestSchema.parse({
  schemaVersion: 1,
  revision: 1,
  remotes: {
    account: {
      version: '1.0.0',
      entry: '/remotes/account/1.0.0/entry.js',
      contributions: {
        userMenuItems: [{ id: 'settings', label: 'Settings', path: '/account', icon: 'settings' }],
      },
    },
  },
});

/** Renders the panel of a remote whose files could not be fetched. */
function show(name: string, onRetry = () => {}, finding?: Promise<Finding>) {
  const resolutions = Object.entries(entries).map(([each, entry]) =>
    resolveRemote(each, entry, { provided: {} }),
  );
  const remotes = { finding: () => finding, late: () => undefined } as unknown as RemoteLoader;
  const auth = createAuth({ supabaseUrl: '', publishableKey: 'key' });
  render(
    <UiProvider>
      <AuthProvider value={auth}>
        <ApiProvider baseUrl="" publishableKey="key" getAccessToken={auth.getAccessToken}>
          <CompositionProvider
            value={{
              composition: compose(resolutions, [], []),
              RemoteOutlet: () => null,
              role: null,
              provided: {},
              preload: () => undefined,
            }}
          >
            <BrowserRouter>
              <RemotePanel
                name={name}
                error={new RemoteError('network', 'Failed to fetch')}
                remotes={remotes}
                hasFailedAgain={false}
                onRetry={onRetry}
              />
            </BrowserRouter>
          </CompositionProvider>
        </ApiProvider>
      </AuthProvider>
    </UiProvider>,
  );
}

test.each([
  ['chat', 'The chat could not be loaded'],
  ['account', 'The page ‘Settings’ could not be loaded'],
  ['billing', '‘billing’ could not be loaded'],
])('INSTANT-20 the panel of %s says: %s', (name, title) => {
  show(name);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
});

test('INSTANT-63 a panel says that the browser is offline, and loads again when the connection is back', () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const onRetry = vi.fn<() => void>();
  show('account', onRetry);
  screen.getByText(/You're offline\. It loads when the connection is back\./);
  onLine.mockRestore();
  window.dispatchEvent(new Event('online'));
  expect(onRetry).toHaveBeenCalledTimes(1);
});

test('a file that differs from the released one is not said to be down for a moment', async () => {
  const text = 'entry.js differs from the released file.';
  show('account', () => {}, Promise.resolve({ reason: 'unverified', text }));
  expect(await screen.findByText(/It was not run, to be safe\./)).toBeTruthy();
  expect(screen.queryByText(/down for a moment/)).toBeNull();
});
