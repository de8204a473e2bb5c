import type { Session } from './session';

/** Returns the claims in an access token, without verifying it; none if they are not readable. */
export function readClaims({
  access_token: token,
}: Pick<Session, 'access_token'>): Readonly<Record<string, unknown>> {
  try {
    const payload = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
    return { ...(JSON.parse(atob(payload)) as object) };
  } catch {
    return {};
  }
}
