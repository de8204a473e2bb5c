// @vitest-environment jsdom
import { AuthProvider, type Auth } from '@homie/auth';
import { EnvironmentProvider } from '@homie/composition';
import { testEnvironment } from '@homie/composition/testing';
import { UiProvider } from '@homie/ui';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import PasskeyStep from './passkey-step';

test('ACCT-68 in a browser without passkeys the step says so and what to do, and offers to sign out', () => {
  const signOut = vi.fn<() => void>();
  render(
    <UiProvider>
      <EnvironmentProvider value={testEnvironment()}>
        <AuthProvider value={{ signOut } as unknown as Auth}>
          <PasskeyStep />
        </AuthProvider>
      </EnvironmentProvider>
    </UiProvider>,
  );
  expect(screen.getByText(/This browser does not support passkeys\./)).toBeTruthy();
  expect(screen.getByText(/another browser or device, or ask an administrator/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  expect(signOut).toHaveBeenCalledOnce();
});
