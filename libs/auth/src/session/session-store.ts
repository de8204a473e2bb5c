import { createStore, type Store } from '@homie/store';
import { INITIAL_SESSION_STATE, type SessionState } from './session';

/** A store without React: the shell reads it before anything is rendered. */
export type SessionStore = Store<SessionState>;

/** The one place that holds the session while the page lives. */
export function createSessionStore(): SessionStore {
  return createStore<SessionState>(INITIAL_SESSION_STATE);
}
