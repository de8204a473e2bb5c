import { isUnavailable, type Database, type Notifications } from '../../data/database/index.ts';
import {
  BadTokenError,
  MissingFactorError,
  verifyAccessToken,
  type AccessToken,
} from './access-token.ts';
import { expiredCondition, type SessionLimits } from './account-rules.ts';
import { isUuid } from './uuid.ts';

/**
 * Cache lifetime of a session check, in milliseconds. Without notifications, a sign-out at another process takes effect
 * after this time.
 */
const BELIEVED_MS = 2_000;
/** Maximum number of cached sessions. */
const CAPACITY = 10_000;

/** What the database says about the session of a token. */
type SessionCheck = 'live' | 'needs-factor' | 'ended';

/** Detects sessions that have ended before their tokens expire, or lack the second factor that they need. */
export interface LiveSessions {
  /**
   * Verifies a bearer token, that its session still exists, and that it has passed the second factor that it needs.
   * @throws {BadTokenError} a {@link MissingFactorError} if only the second factor is missing
   */
  verify(token: string): Promise<AccessToken>;
  /** Ends the sessions that have reached a limit of the environment. */
  endExpired(): Promise<void>;
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
  limits: SessionLimits = {},
): LiveSessions {
  const known = new Map<string, { check: Promise<SessionCheck>; until: number }>();
  notifications.on('sessions', () => known.clear());

  /** Stores that a session was used, at most once a minute. Nothing depends on it, so a failure is ignored. */
  function touch(id: string): void {
    database
      .query('update auth.sessions set updated_at = now() where id = $1::text::uuid', [id])
      .catch(() => undefined);
  }

  async function endExpired(id?: string): Promise<void> {
    if (limits.idleMinutes === undefined && limits.maxMinutes === undefined) return;
    await database.query(
      `delete from auth.sessions where ${expiredCondition(limits)} and ($1::text is null or id::text = $1)`,
      [id ?? null],
    );
  }

  async function checkSession(id: string): Promise<SessionCheck> {
    try {
      const [found] = await database.query<{ strict: boolean; idle: boolean; expired: boolean }>(
        `select private.needs_second_factor(user_id) as strict,
           updated_at < now() - interval '1 minute' as idle,
           ${expiredCondition(limits)} as expired
         from auth.sessions where id = $1::text::uuid`,
        [id],
        { prepare: true },
      );
      if (!found) return 'ended';
      if (found.expired) {
        await endExpired(id);
        return 'ended';
      }
      if (found.idle) touch(id);
      return found.strict ? 'needs-factor' : 'live';
    } catch (error) {
      known.delete(id);
      // While the database is unavailable no other query succeeds either, and the caller receives that error.
      if (isUnavailable(error)) return 'live';
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
        found = { check: checkSession(sessionId), until: now + BELIEVED_MS };
        known.set(sessionId, found);
      }
      const check = await found.check;
      if (check === 'ended') throw new BadTokenError('session has ended');
      if (check === 'needs-factor' && access.aal !== 'aal2') throw new MissingFactorError();
      return access;
    },
    endExpired: () => endExpired(),
    forget: () => known.clear(),
  };
}
