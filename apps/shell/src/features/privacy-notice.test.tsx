// @vitest-environment jsdom
import { AuthProvider, type Auth, type Session, type SessionState } from '@homie/auth';
import {
  BrowserRouter,
  createStore,
  EnvironmentProvider,
  environmentSchema,
} from '@homie/composition';
import { UiProvider } from '@homie/ui';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { RequireSession } from '../app/require-session';
import { followSignIn, signedInUser } from '../app/signed-in-user';

afterEach(() => signedInUser.setState(''));

const environment = environmentSchema.parse({
  productName: 'Second Homie',
  demoMode: true,
  supabaseUrl: '',
  publishableKey: 'key',
  features: { webResearch: false },
});

function sessionOf(id: string, user_metadata: object = {}): Session {
  return { access_token: id, user: { id, user_metadata } } as unknown as Session;
}

const visitor: SessionState = { status: 'finished', session: null };

/** Renders a screen that needs a session, in a page that started with `state` and then got a session. */
function renderScreen(
  state: SessionState,
  session: Session,
  { demoMode = true, isStored = true } = {},
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
      <EnvironmentProvider value={{ ...environment, demoMode }}>
        <AuthProvider value={auth}>
          <BrowserRouter>
            <RequireSession>
              <main>
                <h1>The app</h1>
              </main>
            </RequireSession>
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
  [true, 'Nothing. Replies are written on this server.'],
  [false, 'The messages of a conversation and its files, each time you ask for a reply.'],
])(
  'ACCT-57 with the demo: %s, the notice says what is sent to a provider',
  async (demoMode, text) => {
    renderScreen(visitor, sessionOf('u1'), { demoMode });
    expect(await screen.findByText(text)).toBeDefined();
    expect(
      screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent),
    ).toEqual(['What is recorded', 'What is sent to an AI provider']);
  },
);
