import { createStore, type Store } from '@homie/store';
import { INITIAL_SESSION_STATE, type SessionState } from './session';

/** A store without React: the shell reads it before anything is rendered. */
export type SessionStore = Store<SessionState>;

/** Creates the store that holds the session for the lifetime of the page. */
export function createSessionStore(): SessionStore {
  return createStore<SessionState>(INITIAL_SESSION_STATE);
}
