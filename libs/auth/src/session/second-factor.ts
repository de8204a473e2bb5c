import { readClaims } from './claims';
import type { Session } from './session';

/**
 * Returns whether the environment demands a second factor that this session has not passed. The server knows who are the
 * `admins`.
 */
export function isFactorDemanded(session: Session, rule: 'optional' | 'admins' | 'all'): boolean {
  return rule !== 'optional' && readClaims(session).aal !== 'aal2';
}

/** Returns whether the user has a second factor that this session has not passed yet: the server refuses its calls. */
export function needsSecondFactor(session: Session): boolean {
  const hasFactor = session.user.factors?.some(({ status }) => status === 'verified') ?? false;
  return hasFactor && readClaims(session).aal !== 'aal2';
}
