// @vitest-environment jsdom
import { AuthProvider, createAuth } from '@homie/auth';
import { BrowserRouter, EnvironmentProvider } from '@homie/composition';
import { testEnvironment } from '@homie/composition/testing';
import { UiProvider } from '@homie/ui';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RequireSession } from './require-session';

const environment = testEnvironment();

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('INSTANT-35 a session that is not renewed after 5 s is explained, and can be retried', () => {
  const auth = createAuth({ supabaseUrl: '', publishableKey: 'key' });
  render(
    <UiProvider>
      <EnvironmentProvider value={environment}>
        <AuthProvider value={auth}>
          <BrowserRouter>
            <RequireSession>The app</RequireSession>
          </BrowserRouter>
        </AuthProvider>
      </EnvironmentProvider>
    </UiProvider>,
  );
  act(() => void vi.advanceTimersByTime(4_900));
  expect(screen.getByText('Loading...')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  act(() => void vi.advanceTimersByTime(100));
  expect(screen.getByRole('heading').textContent).toBe('The server does not respond');
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
});
