// @vitest-environment jsdom
import type { SessionState } from '@homie/auth';
import { createStore } from '@homie/composition';
import { beforeEach, expect, test, vi } from 'vitest';

const visitor: SessionState = { status: 'finished', session: null };
const stateOf = (id: string) => ({ status: 'finished', session: { user: { id } } }) as SessionState;

/** Loads a page that reads a session first, as each reload does. */
async function openPage(initial: SessionState) {
  vi.resetModules();
  const { followSignIn, signedInUser } = await import('./signed-in-user');
  const store = createStore<SessionState>({ status: 'loading', session: null });
  followSignIn(store);
  store.setState(initial);
  return { store, signedInUser };
}

beforeEach(() => localStorage.clear());

test('ACCT-76 a reload still knows the user who has signed in, until the notice is confirmed', async () => {
  const { store } = await openPage(visitor);
  store.setState(stateOf('u1'));
  const reloaded = await openPage(stateOf('u1'));
  expect(reloaded.signedInUser.getState()).toBe('u1');
  reloaded.signedInUser.setState('');
  expect((await openPage(stateOf('u1'))).signedInUser.getState()).toBe('');
});

test('ACCT-76 nothing is stored of a user whose session has ended', async () => {
  const { store, signedInUser } = await openPage(visitor);
  store.setState(stateOf('u1'));
  expect(localStorage).toHaveLength(1);
  store.setState(visitor);
  expect(signedInUser.getState()).toBe('');
  expect(localStorage).toHaveLength(0);
});
