import { createHash } from 'node:crypto';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Queryable } from './database.ts';

/** A number of attempts per period. */
interface Limit {
  points: number;
  /** Length of the period in seconds. */
  seconds: number;
}

/** The rate limits. */
export interface RateLimits {
  /** Attempts per account and address; a successful attempt clears them. */
  signInPerAccount: Limit;
  /** Failed attempts per address: a successful attempt is refunded. */
  signInPerAddress: Limit;
  signUpPerAddress: Limit;
  /** Attempts to use links and codes. */
  verifyPerAddress: Limit;
  /** Sign-ins through identity providers, each of which counts twice. */
  providerPerAddress: Limit;
  /** Challenges for passkeys; wrong ones count as failed sign-ins too. */
  passkeyPerAddress: Limit;
  /** Requests of a directory with a wrong token. */
  scimPerAddress: Limit;
  /** Attempts to enter the code of an authenticator app in one session; a valid one clears them. */
  factorPerSession: Limit;
  /** Wrong codes per user, in all sessions. More of them refuse no one, but demand two consecutive codes. */
  factorPerUser: Limit;
  /** New passwords of a user: their hashes cost the processor. */
  passwordPerUser: Limit;
  /** Changes of the directory, in one process. */
  changesPerDirectory: Limit;
  /** Requests of a signed-in user that may change something, in one process. */
  changesPerUser: Limit;
  /** Mails to a user about changes of the account; more are not sent. */
  noticesPerUser: Limit;
  mailPerRecipient: Limit;
  mailPerRecipientHourly: Limit;
  mailPerAddress: Limit;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Generous to an office behind one address, strict against guessing. */
export const DEFAULT_RATE_LIMITS: RateLimits = {
  signInPerAccount: { points: 10, seconds: 5 * MINUTE },
  signInPerAddress: { points: 100, seconds: 5 * MINUTE },
  signUpPerAddress: { points: 60, seconds: HOUR },
  verifyPerAddress: { points: 60, seconds: 5 * MINUTE },
  providerPerAddress: { points: 400, seconds: 5 * MINUTE },
  passkeyPerAddress: { points: 200, seconds: 5 * MINUTE },
  scimPerAddress: { points: 30, seconds: 5 * MINUTE },
  factorPerSession: { points: 5, seconds: 10 * MINUTE },
  factorPerUser: { points: 10, seconds: DAY },
  passwordPerUser: { points: 20, seconds: 5 * MINUTE },
  changesPerDirectory: { points: 3000, seconds: MINUTE },
  // An import of 500 rows sends a thousand within half a minute.
  changesPerUser: { points: 3000, seconds: MINUTE },
  noticesPerUser: { points: 20, seconds: HOUR },
  mailPerRecipient: { points: 1, seconds: MINUTE },
  mailPerRecipientHourly: { points: 6, seconds: HOUR },
  mailPerAddress: { points: 120, seconds: HOUR },
};

/** Counted by each process: a query for each request would cost more than the request. */
const IN_MEMORY = new Set(['changesPerUser', 'changesPerDirectory']);

/** Counts attempts by a key, e.g. an address. */
export interface Limiter {
  /**
   * Counts an attempt.
   * @returns seconds to wait, or 0 if the attempt is allowed; it counts either way
   */
  use(name: keyof RateLimits, key: string): Promise<number>;
  /** Deletes all attempts of a key. */
  forgive(name: keyof RateLimits, key: string): Promise<void>;
  /** Refunds one attempt. */
  refund(name: keyof RateLimits, key: string): Promise<void>;
  /** Deletes expired attempts. */
  purge(): Promise<void>;
}

/**
 * Counts attempts in the database, so that all its processes share the counts. Keys are stored as hashes: the table
 * does not reveal who tried from which address.
 */
export function createLimiter(database: Queryable, overrides: Partial<RateLimits> = {}): Limiter {
  const limits = { ...DEFAULT_RATE_LIMITS, ...overrides };
  const storeClient = {
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      const rows = await database.query(text, values);
      return { rows, rowCount: rows.length };
    },
  };
  const limiters = new Map(
    Object.entries(limits).map(([name, { points, seconds: duration }]) => [
      name,
      IN_MEMORY.has(name)
        ? new RateLimiterMemory({ points, duration })
        : new RateLimiterPostgres({
            storeClient,
            storeType: 'client',
            schemaName: 'embedded',
            tableName: 'rate_limit',
            tableCreated: true,
            clearExpiredByTimeout: false,
            keyPrefix: name,
            points,
            duration,
          }),
    ]),
  );
  const getLimiter = (name: keyof RateLimits) => {
    const limiter = limiters.get(name);
    if (!limiter) throw new Error(`no limit named ${name}`);
    return limiter;
  };
  return {
    async use(name, key) {
      try {
        await getLimiter(name).consume(hashKey(key));
        return 0;
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
      }
    },
    async forgive(name, key) {
      await getLimiter(name).delete(hashKey(key));
    },
    async refund(name, key) {
      await getLimiter(name).reward(hashKey(key));
    },
    async purge() {
      await database.query('delete from embedded.rate_limit where expire <= $1', [Date.now()]);
    },
  };
}

function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
