import { createStore, type StoreApi } from 'zustand/vanilla';
import { INITIAL_SESSION_STATE, type SessionState } from './session';

/** A store without React: the shell reads it before anything is drawn. */
export type SessionStore = StoreApi<SessionState>;

/** The one place that holds the session while the page lives. */
export function createSessionStore(): SessionStore {
  return createStore<SessionState>(() => INITIAL_SESSION_STATE);
}
