import type { Secrets } from '../../data/secrets/secrets.ts';
import { BadTokenError } from './access-token.ts';
import type { LiveSessions } from './live-sessions.ts';

/**
 * Verifies the API key and the session of a request. Both headers come from the caller, so each is compared with our
 * keys and never with the other.
 * @returns why the request is refused; undefined for one with our key, with a live session, or without either
 */
export async function refuseCaller(
  request: Request,
  { publishableKey, secretKey }: Secrets,
  sessions: LiveSessions,
): Promise<string | undefined> {
  const isOurs = (key: string) => key === publishableKey || key === secretKey;
  const apiKey = request.headers.get('apikey');
  if (apiKey !== null && !isOurs(apiKey)) return 'Invalid API key';
  const header = request.headers.get('authorization');
  if (header === null) return undefined;
  const token = /^Bearer (\S+)$/i.exec(header)?.[1] ?? '';
  if (isOurs(token)) return undefined;
  try {
    await sessions.verify(token);
    return undefined;
  } catch (error) {
    if (error instanceof BadTokenError) return error.message;
    throw error;
  }
}

/** Whether a request acts as the server. Row-level security does not apply to it. */
export function hasSecretKey(request: Request, { secretKey }: Secrets): boolean {
  return (
    request.headers.get('apikey') === secretKey ||
    request.headers.get('authorization') === `Bearer ${secretKey}`
  );
}
