import type { Secrets } from '../../data/secrets/secrets.ts';
import { BadTokenError, verifyAccessToken } from './access-token.ts';

/** Whether a request carries the secret key or a person's access token. What they may do is asked later. */
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
