import type { Secrets } from '../../data/secrets/secrets.ts';
import { BadTokenError, MissingFactorError, type AccessToken } from './access-token.ts';
import type { LiveSessions } from './live-sessions.ts';

/**
 * Verifies the API key and the session of a request. Both headers are untrusted, so each is compared with our keys and
 * never with the other.
 * @returns why the request is refused (`needsFactor`: only its second factor is missing), or the token of the signed-in
 * user; neither for a request with our key or without a session
 */
export async function identifyCaller(
  request: Request,
  { publishableKey, secretKey }: Secrets,
  sessions: LiveSessions,
): Promise<{ refusal?: string; access?: AccessToken; needsFactor?: true }> {
  const isOurs = (key: string) => key === publishableKey || key === secretKey;
  const apiKey = request.headers.get('apikey');
  if (apiKey !== null && !isOurs(apiKey)) return { refusal: 'Invalid API key' };
  const header = request.headers.get('authorization');
  if (header === null) return {};
  const token = /^Bearer (\S+)$/i.exec(header)?.[1] ?? '';
  if (isOurs(token)) return {};
  try {
    return { access: await sessions.verify(token) };
  } catch (error) {
    if (error instanceof MissingFactorError) return { refusal: error.message, needsFactor: true };
    if (error instanceof BadTokenError) return { refusal: error.message };
    throw error;
  }
}

/** Returns the user of an access token whose session is live; undefined for any other token. */
export async function findCaller(
  token: string,
  sessions: LiveSessions,
): Promise<string | undefined> {
  try {
    return (await sessions.verify(token)).userId;
  } catch (error) {
    if (error instanceof BadTokenError) return undefined;
    throw error;
  }
}

/** Returns whether a request acts as the server. Row-level security does not apply to it. */
export function hasSecretKey(request: Request, { secretKey }: Secrets): boolean {
  return (
    request.headers.get('apikey') === secretKey ||
    request.headers.get('authorization') === `Bearer ${secretKey}`
  );
}
