/** The session: one store a page, persisted in local storage, with its actions and its React binding. */
export { createAuth, type Auth } from './create-auth';
export type { AuthServiceOptions } from './adapters/auth-service';
export type { AuthFailure, AuthResult } from './auth-failure';
export type { AuthService } from './adapters/auth-service';
export { isFactorDemanded, needsSecondFactor } from './session/second-factor';
export { hasUnsentWork, personalKey } from './session/personal-storage';
export { describeIdentity, type Identity } from './session/identity';
export type { Session, SessionEnd, SessionState } from './session/session';
export { AuthProvider, useAuth, useSession, useSessionState } from './auth-context';
