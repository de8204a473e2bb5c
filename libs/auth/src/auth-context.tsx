import { useStore } from '@homie/store';
import { createContext, useContext } from 'react';
import type { Auth } from './create-auth';
import type { Session, SessionState } from './session/session';

const AuthContext = createContext<Auth | null>(null);

/** Provides the page's one connection to everything inside, remotes included. */
export const AuthProvider = AuthContext.Provider;

/**
 * Returns the actions of authentication.
 * @throws outside an AuthProvider
 */
export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error('useAuth needs an AuthProvider');
  return auth;
}

/** Returns the session, and whether it is known yet. */
export function useSessionState(): SessionState {
  return useStore(useAuth().store);
}

/** Returns the session, or null: not signed in, or not known yet. */
export function useSession(): Session | null {
  return useStore(useAuth().store, ({ session }) => session);
}
