import { isUnavailable, type Database, type Notifications } from '../../data/database/index.ts';
import { BadTokenError, verifyAccessToken, type AccessToken } from './access-token.ts';
import { isUuid } from './uuid.ts';

/**
 * Cache lifetime of a session check, in milliseconds. Without notifications, a sign-out at another process takes effect
 * after this time.
 */
const BELIEVED_MS = 2_000;
/** Maximum number of cached sessions. */
const CAPACITY = 10_000;

/** Detects sessions that have ended before their tokens expire. */
export interface LiveSessions {
  /**
   * Verifies a bearer token, and that its session still exists.
   * @throws {BadTokenError}
   */
  verify(token: string): Promise<AccessToken>;
  /** Clears the cache, because sessions were ended here. */
  forget(): void;
}

/**
 * Queries the table of sessions, at most once in two seconds for each. A token by itself is valid until it expires, up
 * to an hour after a user signed out, changed the password or lost the account.
 */
export function createLiveSessions(
  database: Database,
  jwtSecret: string,
  notifications: Pick<Notifications, 'on'>,
): LiveSessions {
  const known = new Map<string, { isLive: Promise<boolean>; until: number }>();
  notifications.on('sessions', () => known.clear());

  async function checkSession(id: string): Promise<boolean> {
    try {
      const rows = await database.query(
        'select 1 as live from auth.sessions where id = $1::text::uuid',
        [id],
      );
      return rows.length > 0;
    } catch (error) {
      known.delete(id);
      // While the database is unavailable no other query succeeds either, and the caller receives that error.
      if (isUnavailable(error)) return true;
      throw error;
    }
  }

  return {
    async verify(token) {
      const access = await verifyAccessToken(token, jwtSecret);
      const { sessionId } = access;
      // We signed a token without a session, so there is none that could have ended.
      if (!isUuid(sessionId)) return access;
      const now = performance.now();
      let found = known.get(sessionId);
      if (!found || found.until <= now) {
        if (known.size >= CAPACITY) known.clear();
        found = { isLive: checkSession(sessionId), until: now + BELIEVED_MS };
        known.set(sessionId, found);
      }
      if (!(await found.isLive)) throw new BadTokenError('session has ended');
      return access;
    },
    forget: () => known.clear(),
  };
}
