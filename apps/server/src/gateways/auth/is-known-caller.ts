import type { Secrets } from '../../data/secrets/secrets.ts';
import { BadTokenError, verifyAccessToken } from './access-token.ts';

/** Returns whether a request carries the secret key or a user's access token. Permissions are checked later. */
export async function isKnownCaller(request: Request, secrets: Secrets): Promise<boolean> {
  if (request.headers.get('apikey') === secrets.secretKey) return true;
  const token = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
  try {
    await verifyAccessToken(token, secrets.jwtSecret);
    return true;
  } catch (error) {
    if (error instanceof BadTokenError) return false;
    throw error;
  }
}
