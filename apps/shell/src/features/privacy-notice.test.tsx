// @vitest-environment jsdom
import { AuthProvider, type Auth, type Session, type SessionState } from '@homie/auth';
import {
  BrowserRouter,
  createStore,
  EnvironmentProvider,
  type Environment,
} from '@homie/composition';
import { testEnvironment } from '@homie/composition/testing';
import { UiProvider } from '@homie/ui';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { ReactNode } from 'react';
import { RequireSession } from '../app/require-session';
import { followSignIn, signedInUser } from '../app/signed-in-user';
import About from './about';

afterEach(() => signedInUser.setState(''));

const environment = testEnvironment({ demoMode: true });

function sessionOf(id: string, user_metadata: object = {}): Session {
  return { access_token: id, user: { id, user_metadata } } as unknown as Session;
}

const visitor: SessionState = { status: 'finished', session: null };

/** Renders a screen that needs a session, in a page that started with `state` and then got a session. */
function renderScreen(
  state: SessionState,
  session: Session,
  {
    settings = {},
    isStored = true,
    page,
  }: { settings?: Partial<Environment>; isStored?: boolean; page?: ReactNode } = {},
) {
  const store = createStore(state);
  const setSession = (next: Session) => store.setState({ status: 'finished', session: next });
  followSignIn(store);
  setSession(session);
  const updateUser = vi.fn<(change: object) => Promise<object>>(async () =>
    isStored ? { data: {}, error: null } : { data: null, error: new Error('offline') },
  );
  const auth = {
    store,
    call: (action: (service: object) => Promise<object>) => action({ updateUser }),
  } as unknown as Auth;
  render(
    <UiProvider>
      <EnvironmentProvider value={{ ...environment, ...settings }}>
        <AuthProvider value={auth}>
          <BrowserRouter>
            {page ?? (
              <RequireSession>
                <main>
                  <h1>The app</h1>
                </main>
              </RequireSession>
            )}
          </BrowserRouter>
        </AuthProvider>
      </EnvironmentProvider>
    </UiProvider>,
  );
  return { updateUser, setSession: (next: Session) => act(() => setSession(next)) };
}

const app = () => screen.findByRole('heading', { name: 'The app' });
const notice = () => screen.findByRole('heading', { name: 'Your information' });

test.each([true, false])(
  'ACCT-56 the first sign-in shows the notice; Continue opens the app and stores it, saved: %s',
  async (isStored) => {
    const { updateUser } = renderScreen(visitor, sessionOf('u1'), { isStored });
    expect(await notice()).toBeDefined();
    expect(screen.queryByRole('heading', { name: 'The app' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
    const heading = await app();
    await vi.waitFor(() => expect(document.activeElement).toBe(heading));
    expect(updateUser.mock.calls).toEqual([
      [{ data: { notice_confirmed_at: expect.stringMatching(/^\d{4}-/) } }],
    ]);
  },
);

test('ACCT-56 a user who has confirmed it on any device does not see it at a sign-in', async () => {
  renderScreen(visitor, sessionOf('u1', { notice_confirmed_at: '2026-12-02T00:00:00Z' }));
  expect(await app()).toBeDefined();
});

test('ACCT-56 a session that was there before, and its renewal, show no notice', async () => {
  const { setSession } = renderScreen({ status: 'loading', session: null }, sessionOf('u1'));
  expect(await app()).toBeDefined();
  setSession({ ...sessionOf('u1'), access_token: 'renewed' });
  expect(await app()).toBeDefined();
  setSession(sessionOf('u2'));
  expect(await notice()).toBeDefined();
});

test.each([
  ['nothing', /^Nothing\. Replies are written/, /^No AI provider is connected/],
  ['search', /^Your questions and the text of documents/, /it sends your questions and the text/],
  ['conversations', /^The messages of a conversation and/, /the server sends the conversation/],
] as const)(
  'ACCT-57 ACCT-64 if %s is sent to a provider, the notice and the page about it say so, in demo mode and without',
  async (sentToProvider, inNotice, inAbout) => {
    for (const demoMode of [true, false]) {
      const settings = { sentToProvider, demoMode };
      renderScreen(visitor, sessionOf('u1'), { settings });
      expect(await screen.findByText(inNotice)).toBeDefined();
      expect(
        screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent),
      ).toEqual(['What is recorded', 'What is sent to an AI provider']);
      cleanup();
      signedInUser.setState('');
      renderScreen(visitor, sessionOf('u1'), { settings, page: <About /> });
      expect(screen.getByText(inAbout)).toBeDefined();
      cleanup();
    }
  },
);
