import { isUnavailable, type Database, type Notifications } from '../../data/database/index.ts';
import { BadTokenError, verifyAccessToken, type AccessToken } from './access-token.ts';
import { isUuid } from './uuid.ts';

/** How long an answer is believed, in milliseconds: where notifications do not arrive, a sign-out at another process takes as long. */
const BELIEVED_MS = 2_000;
/** Sessions that are remembered at once. */
const CAPACITY = 10_000;

/** Knows which sessions have ended before their tokens have. */
export interface LiveSessions {
  /**
   * Checks a bearer token, and that its session is still there.
   * @throws {BadTokenError}
   */
  verify(token: string): Promise<AccessToken>;
  /** Believes no former answer: sessions were ended here. */
  forget(): void;
}

/**
 * Asks the table of sessions, once in two seconds for each. A token by itself is good until it expires, up to an hour
 * after somebody signed out, changed the password or lost the account.
 */
export function createLiveSessions(
  database: Database,
  jwtSecret: string,
  notifications: Pick<Notifications, 'on'>,
): LiveSessions {
  const known = new Map<string, { isLive: Promise<boolean>; until: number }>();
  notifications.on('sessions', () => known.clear());

  async function ask(id: string): Promise<boolean> {
    try {
      const rows = await database.query(
        'select 1 as live from auth.sessions where id = $1::text::uuid',
        [id],
      );
      return rows.length > 0;
    } catch (error) {
      known.delete(id);
      // Nothing else is answered meanwhile, and whoever asks is told why.
      if (isUnavailable(error)) return true;
      throw error;
    }
  }

  return {
    async verify(token) {
      const access = await verifyAccessToken(token, jwtSecret);
      const { sessionId } = access;
      // Signed by us without one: there is no session that could have ended.
      if (!isUuid(sessionId)) return access;
      const now = performance.now();
      let found = known.get(sessionId);
      if (!found || found.until <= now) {
        if (known.size >= CAPACITY) known.clear();
        found = { isLive: ask(sessionId), until: now + BELIEVED_MS };
        known.set(sessionId, found);
      }
      if (!(await found.isLive)) throw new BadTokenError('session has ended');
      return access;
    },
    forget: () => known.clear(),
  };
}
