// @vitest-environment jsdom
import { act, render, renderHook, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import type { AuthService } from './adapters/auth-service';
import { createAuth } from './create-auth';
import type { Session } from './session/session';
import { AuthProvider, useAuth, useSession, useSessionState } from './auth-context';

const session: Session = {
  access_token: 'token',
  refresh_token: 'refresh',
  expires_at: 4_000_000_000,
  expires_in: 3600,
  token_type: 'bearer',
  user: { id: 'u1', email: 'ada@test.example' },
};
const connect = async () => ({ onAuthStateChange: () => undefined }) as unknown as AuthService;

test('a component outside the provider throws an error that names the hook', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(() => renderHook(useAuth)).toThrow('useAuth needs an AuthProvider');
  vi.restoreAllMocks();
});

test('components get the page’s single connection, and re-render with its session', () => {
  const auth = createAuth({ supabaseUrl: '', publishableKey: 'key' }, connect);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <AuthProvider value={auth}>{children}</AuthProvider>
  );
  expect(renderHook(useAuth, { wrapper }).result.current).toBe(auth);
  function Status() {
    const { status } = useSessionState();
    return <p>{`${status}: ${useSession()?.user.email ?? 'no one'}`}</p>;
  }
  render(<Status />, { wrapper });
  expect(screen.getByText('loading: no one')).toBeTruthy();
  act(() => auth.store.setState({ status: 'finished', session }));
  expect(screen.getByText('finished: ada@test.example')).toBeTruthy();
});
