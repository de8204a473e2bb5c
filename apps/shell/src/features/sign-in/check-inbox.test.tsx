// @vitest-environment jsdom
import { AuthProvider, createAuth } from '@homie/auth';
import { BrowserRouter, EnvironmentProvider } from '@homie/composition';
import { testEnvironment } from '@homie/composition/testing';
import { Toaster, UiProvider } from '@homie/ui';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CheckInbox } from './check-inbox';

const environment = testEnvironment();

beforeEach(() => vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['confirmation', '/auth/v1/resend'],
  ['reset', '/auth/v1/recover'],
  ['link', '/auth/v1/otp'],
] as const)(
  "'Send again' of a %s requests another mail after the countdown, says so and counts down again",
  async (kind, path) => {
    const request = vi.fn<typeof fetch>(async () => Response.json({}));
    vi.stubGlobal('fetch', request);
    const auth = createAuth({ supabaseUrl: 'https://backend.example', publishableKey: 'key' });
    render(
      <UiProvider>
        <EnvironmentProvider value={environment}>
          <BrowserRouter>
            <AuthProvider value={auth}>
              <CheckInbox email="ada@test.example" kind={kind} wait={42} onBack={() => {}} />
              <Toaster />
            </AuthProvider>
          </BrowserRouter>
        </EnvironmentProvider>
      </UiProvider>,
    );
    const button = screen.getByRole<HTMLButtonElement>('button', { name: /^Send again/ });
    expect([button.textContent, button.disabled]).toEqual(['Send again in 42 s', true]);
    act(() => void vi.advanceTimersByTime(41_000));
    expect(button.textContent).toBe('Send again in 1 s');
    act(() => void vi.advanceTimersByTime(1_000));
    expect([button.textContent, button.disabled]).toEqual(['Send again', false]);

    fireEvent.click(button);
    await vi.waitFor(() => expect(button.textContent).toBe('Send again in 60 s'), {
      timeout: 60_000,
    });
    expect(request).toHaveBeenCalledOnce();
    expect(String(request.mock.calls[0]?.[0])).toContain(path);
    expect(String(request.mock.calls[0]?.[1]?.body)).toContain('ada@test.example');
    expect(screen.getByTestId('toast').textContent).toContain(
      'Check the inbox of ada@test.example.',
    );
  },
);
