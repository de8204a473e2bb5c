import { useStore } from '@homie/store';
import { createContext, useContext } from 'react';
import type { Auth } from './create-auth';
import type { Session, SessionState } from './session/session';

const AuthContext = createContext<Auth | null>(null);

/** Gives the page's one connection to everything inside, remotes included. */
export const AuthProvider = AuthContext.Provider;

/**
 * The actions of authentication.
 * @throws outside an AuthProvider
 */
export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error('useAuth needs an AuthProvider');
  return auth;
}

/** Whether the session is known yet, and the session. */
export function useSessionState(): SessionState {
  return useStore(useAuth().store);
}

/** The session, or null: not signed in, or not known yet. */
export function useSession(): Session | null {
  return useStore(useAuth().store, ({ session }) => session);
}
