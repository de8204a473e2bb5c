// @vitest-environment jsdom
import { AuthProvider, type Auth, type SessionState } from '@homie/auth';
import { createStore, EnvironmentProvider } from '@homie/composition';
import { testEnvironment } from '@homie/composition/testing';
import { UiProvider } from '@homie/ui';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import PasskeyStep from './passkey-step';

const state = { status: 'finished', session: { user: { id: 'u1', email: 'nia@homie.example' } } };
const store = createStore(state as unknown as SessionState);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('ACCT-68 in a browser without passkeys the step says so and what to do, and offers to sign out', () => {
  const signOut = vi.fn<() => void>();
  render(
    <UiProvider>
      <EnvironmentProvider value={testEnvironment()}>
        <AuthProvider value={{ signOut, store } as unknown as Auth}>
          <PasskeyStep />
        </AuthProvider>
      </EnvironmentProvider>
    </UiProvider>,
  );
  expect(screen.getByText(/This browser does not support passkeys\./)).toBeTruthy();
  expect(screen.getByText('nia@homie.example')).toBeTruthy();
  expect(screen.getByText(/another browser or device, or ask an administrator/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  expect(signOut).toHaveBeenCalledOnce();
});

test('HTTP-03 at an address without https the step names the cause', async () => {
  vi.stubGlobal('isSecureContext', false);
  const { default: PasskeyStep } = await import('./passkey-step');
  render(
    <UiProvider>
      <EnvironmentProvider value={testEnvironment()}>
        <AuthProvider value={{ store } as unknown as Auth}>
          <PasskeyStep />
        </AuthProvider>
      </EnvironmentProvider>
    </UiProvider>,
  );
  expect(screen.getByText(/Passkeys need an address that starts with https:\/\/\./)).toBeTruthy();
  expect(screen.queryByText(/does not support passkeys/)).toBeNull();
});
