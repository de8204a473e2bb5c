import type { Secrets } from '../../data/secrets/secrets.ts';
import { BadTokenError, verifyAccessToken } from './access-token.ts';

/** Returns whether a request carries the secret key or a user's access token. Permissions are checked later. */
export async function isKnownCaller(request: Request, secrets: Secrets): Promise<boolean> {
  return (
    request.headers.get('apikey') === secrets.secretKey ||
    (await readUserId(request, secrets)) !== undefined
  );
}

/** Returns the user whose access token a request carries; whether the session is live is checked later. */
export async function readUserId(request: Request, secrets: Secrets): Promise<string | undefined> {
  const token = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
  try {
    return (await verifyAccessToken(token, secrets.jwtSecret)).userId;
  } catch (error) {
    if (error instanceof BadTokenError) return undefined;
    throw error;
  }
}
