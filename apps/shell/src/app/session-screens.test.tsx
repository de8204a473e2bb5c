// @vitest-environment jsdom
import { createQueryClient, useQuery } from '@homie/api-client';
import { AuthProvider, useSession, type Auth, type Session, type SessionState } from '@homie/auth';
import {
  BrowserRouter,
  createStore,
  EnvironmentProvider,
  Link,
  Navigate,
  Route,
  Routes,
  useLocation,
} from '@homie/composition';
import { testEnvironment } from '@homie/composition/testing';
import { Dialog, Form, TextField, UiProvider } from '@homie/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { RequireSession } from './require-session';
import { readReturnPath } from './return-path';
import { SessionScreens } from './session-screens';

const session = (id: string) =>
  ({ access_token: id, user: { id, email: `${id}@test.example` } }) as unknown as Session;
const signedIn = (id: string): SessionState => ({ status: 'finished', session: session(id) });
const ended = (reason: 'lost' | 'signed-out-in-another-tab'): SessionState => ({
  status: 'finished',
  session: null,
  ended: { reason, userId: 'ada' },
});

function SignIn() {
  const { state } = useLocation();
  const current = useSession();
  return current ? <Navigate to={readReturnPath(state, current)} replace /> : <h1>Sign in</h1>;
}

/** Returns whether an element is rendered, which jsdom's `checkVisibility` does not know. */
function isVisible(element: Element | null): boolean {
  if (!element) return true;
  return getComputedStyle(element).display !== 'none' && isVisible(element.parentElement);
}

const load = vi.fn<() => Promise<string>>(async () => 'A gate');

/** A screen like those of the admin area: behind a check, without a session it is nothing. */
function Screen() {
  const userId = useSession()?.user.id;
  const { data } = useQuery({ queryKey: ['gate', userId], queryFn: load, gcTime: 0, staleTime: 0 });
  if (!userId || !data) return null;
  return (
    <>
      <h1>{`The screen of ${userId}`}</h1>
      <Dialog open title="Report a problem" onClose={() => undefined}>
        <Form
          label="Report"
          schema={z.object({ comment: z.string() })}
          defaultValues={{ comment: '' }}
          onSubmit={() => undefined}
        >
          <TextField<{ comment: string }> name="comment" label="Comment" />
        </Form>
        <input aria-label="Other field" />
      </Dialog>
    </>
  );
}

function renderScreens() {
  const store = createStore<SessionState>(signedIn('ada'));
  render(
    <UiProvider>
      <EnvironmentProvider value={testEnvironment()}>
        <AuthProvider value={{ store } as unknown as Auth}>
          <QueryClientProvider client={createQueryClient()}>
            <BrowserRouter useTransitions={false}>
              <Routes>
                <Route element={<SessionScreens />}>
                  <Route path="/auth/sign-in" element={<SignIn />} />
                  <Route
                    path="*"
                    element={
                      <RequireSession>
                        <Screen />
                        <Link to="/account">Settings</Link>
                      </RequireSession>
                    }
                  />
                </Route>
              </Routes>
            </BrowserRouter>
          </QueryClientProvider>
        </AuthProvider>
      </EnvironmentProvider>
    </UiProvider>,
  );
  return (state: SessionState) => act(async () => store.setState(state));
}

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });

async function typeAll() {
  fireEvent.input(await field('Comment'), { target: { value: 'The ramp is' } });
  fireEvent.input(await field('Other field'), { target: { value: 'broken' } });
}

beforeEach(() => {
  history.replaceState(null, '', '/admin/users?q=grace');
  load.mockClear();
});

test('ACCT-86 a session that is lost leaves what was typed to the same user, hidden behind sign-in', async () => {
  const setState = renderScreens();
  await typeAll();
  await setState(ended('lost'));
  expect(screen.getByRole('heading').textContent).toBe('Sign in');
  expect(window.location.pathname).toBe('/auth/sign-in');
  for (const text of ['The screen of ada', 'Report a problem', 'Comment', 'Settings'])
    expect(isVisible(screen.getByText(text))).toBe(false);
  expect(document.querySelector('[inert]')).toBeNull();
  window.dispatchEvent(new Event('visibilitychange'));
  await new Promise((resolve) => setTimeout(resolve));
  expect(load).toHaveBeenCalledOnce();

  await setState(signedIn('ada'));
  expect(window.location.href).toMatch('/admin/users?q=grace');
  expect((await field('Comment')).value).toBe('The ramp is');
  expect((await field('Other field')).value).toBe('broken');
  expect(isVisible(screen.getByRole('dialog'))).toBe(true);
  expect(screen.queryByText('Sign in')).toBeNull();
  expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
});

test('ACCT-86 nothing of a screen is left for another user', async () => {
  const setState = renderScreens();
  await typeAll();
  await setState(ended('lost'));
  await setState(signedIn('bob'));
  expect((await field('Comment')).value).toBe('');
  expect((await field('Other field')).value).toBe('');
  expect(screen.queryByText('The screen of ada')).toBeNull();
});

test('ACCT-86 nothing of a screen is left once the user signs out in another tab', async () => {
  const setState = renderScreens();
  await typeAll();
  await setState(ended('signed-out-in-another-tab'));
  expect(screen.queryByText('Report a problem')).toBeNull();
  await setState(signedIn('ada'));
  expect((await field('Comment')).value).toBe('');
});
