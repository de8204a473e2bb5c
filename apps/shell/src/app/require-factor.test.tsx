// @vitest-environment jsdom
import { ApiProvider, getQueryClient, type Api } from '@homie/api-client';
import { AuthProvider, type Auth, type Session, type SessionState } from '@homie/auth';
import { createStore, EnvironmentProvider } from '@homie/composition';
import { testEnvironment } from '@homie/composition/testing';
import { toast, UiProvider } from '@homie/ui';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { welcome } from '../features/sign-in/welcome';
import RequireFactor from './require-factor';

const session = { access_token: '', user: { id: 'user' } } as Session;
const auth = {
  store: createStore<SessionState>({ status: 'finished', session }),
} as unknown as Auth;
const environment = testEnvironment({ secondFactor: 'admins' });
const api: Api = {
  baseUrl: '',
  publishableKey: 'key',
  getAccessToken: () => 'token',
  onAuthError: async () => undefined,
  onWaiting: () => undefined,
};
const fetchAnswer = vi.fn<typeof fetch>(async () => Response.json(0));

beforeEach(() => {
  vi.stubGlobal('fetch', fetchAnswer);
  fetchAnswer.mockClear();
  getQueryClient().clear();
});

function openPage() {
  render(
    <UiProvider>
      <EnvironmentProvider value={environment}>
        <AuthProvider value={auth}>
          <ApiProvider {...api}>
            <MemoryRouter>
              <RequireFactor>Conversations</RequireFactor>
            </MemoryRouter>
          </ApiProvider>
        </AuthProvider>
      </EnvironmentProvider>
    </UiProvider>,
  );
}

test.each(['welcome', 'page'])(
  'ACCT-72 the server is asked once if a second factor is missing, first by the %s',
  async (first) => {
    const success = vi.spyOn(toast, 'success');
    if (first === 'page') openPage();
    await welcome(auth, api, environment);
    if (first === 'welcome') openPage();
    expect(await screen.findByText('Conversations')).toBeTruthy();
    expect(success).toHaveBeenCalledOnce();
    expect(fetchAnswer).toHaveBeenCalledOnce();
    success.mockRestore();
  },
);
