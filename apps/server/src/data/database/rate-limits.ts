import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Queryable } from './index.ts';

/** So many attempts in so long. */
interface Limit {
  points: number;
  /** Seconds in which the points may be used. */
  seconds: number;
}

/** What is limited. */
export interface RateLimits {
  /** Attempts for one account from one address; a success clears them. */
  signInPerAccount: Limit;
  /** Failed attempts of one address: a success is taken back. */
  signInPerAddress: Limit;
  signUpPerAddress: Limit;
  /** Links and codes that were tried. */
  verifyPerAddress: Limit;
  mailPerRecipient: Limit;
  mailPerRecipientHourly: Limit;
  mailPerAddress: Limit;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Generous to an office behind one address, hard on guessing. */
export const DEFAULT_RATE_LIMITS: RateLimits = {
  signInPerAccount: { points: 10, seconds: 5 * MINUTE },
  signInPerAddress: { points: 100, seconds: 5 * MINUTE },
  signUpPerAddress: { points: 60, seconds: HOUR },
  verifyPerAddress: { points: 60, seconds: 5 * MINUTE },
  mailPerRecipient: { points: 1, seconds: MINUTE },
  mailPerRecipientHourly: { points: 6, seconds: HOUR },
  mailPerAddress: { points: 120, seconds: HOUR },
};

/** Counts attempts by a key, e.g. an address. */
export interface Limiter {
  /** @returns seconds to wait, or 0 when the attempt may go on; it counts either way */
  use(name: keyof RateLimits, key: string): Promise<number>;
  /** Forgets all attempts under a key. */
  forgive(name: keyof RateLimits, key: string): Promise<void>;
  /** Takes one attempt back. */
  refund(name: keyof RateLimits, key: string): Promise<void>;
  /** Removes what no longer counts. */
  purge(): Promise<void>;
}

/**
 * Counts attempts in the database, so that all processes on it count together. Keys are kept as hashes: nothing there
 * tells who tried from where.
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
    Object.entries(limits).map(([name, { points, seconds }]) => [
      name,
      new RateLimiterPostgres({
        storeClient,
        storeType: 'client',
        schemaName: 'embedded',
        tableName: 'rate_limit',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: name,
        points,
        duration: seconds,
      }),
    ]),
  );
  const limiterOf = (name: keyof RateLimits) => {
    const limiter = limiters.get(name);
    if (!limiter) throw new Error(`no limit named ${name}`);
    return limiter;
  };
  return {
    async use(name, key) {
      try {
        await limiterOf(name).consume(hashed(key));
        return 0;
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
      }
    },
    async forgive(name, key) {
      await limiterOf(name).delete(hashed(key));
    },
    async refund(name, key) {
      await limiterOf(name).reward(hashed(key));
    },
    async purge() {
      await database.query('delete from embedded.rate_limit where expire <= $1', [Date.now()]);
    },
  };
}

function hashed(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
