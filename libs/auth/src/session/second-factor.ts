import type { Session } from './session';

/** Returns the level of assurance in an access token: `aal2` after a second factor. */
export function readAssuranceLevel({ access_token: token }: Pick<Session, 'access_token'>): string {
  try {
    const payload = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
    const { aal } = JSON.parse(atob(payload)) as { aal?: unknown };
    return typeof aal === 'string' ? aal : 'aal1';
  } catch {
    return 'aal1';
  }
}

/**
 * Returns whether the environment demands a second factor that this session has not passed. The server knows who are the
 * `admins`.
 */
export function isFactorDemanded(session: Session, rule: 'optional' | 'admins' | 'all'): boolean {
  return rule !== 'optional' && readAssuranceLevel(session) !== 'aal2';
}

/** Returns whether the user has a second factor that this session has not passed yet: the server refuses its calls. */
export function needsSecondFactor(session: Session): boolean {
  const hasFactor = session.user.factors?.some(({ status }) => status === 'verified') ?? false;
  return hasFactor && readAssuranceLevel(session) !== 'aal2';
}
