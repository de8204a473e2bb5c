import { verify } from 'otplib/functional';
import type { Queryable } from '../../../data/database/index.ts';
import { unseal } from '../../../data/secrets/sealed-text.ts';

/** Validity of a code. Clocks of phones differ: the codes before and after the current one are valid too. */
const STEP_SECONDS = 30;

/** Steps from the first of two consecutive codes to the second: the user may miss one. */
const FOLLOWING_STEPS = 2;

/**
 * Verifies codes of authenticator apps.
 * @param key decrypts the secrets of factors
 */
export function codesOf(database: Queryable, key: string) {
  return {
    /** Uses up a code. Returns its time step, or undefined if the code is wrong or was used before. */
    async use(factorId: string, secret: string, code: string): Promise<number | undefined> {
      if (!/^\d{6}$/.test(code)) return undefined;
      const epoch = Math.floor(Date.now() / 1000);
      const result = await verify({
        secret: unseal(secret, key),
        token: code,
        epoch,
        epochTolerance: STEP_SECONDS,
      });
      if (!result.valid) return undefined;
      const timeStep = Math.floor(epoch / STEP_SECONDS) + result.delta;
      const used = await database.query(
        `insert into embedded.used_code (factor_id, time_step) values ($1::text::uuid, $2::text::bigint)
         on conflict do nothing returning 1 as used`,
        [factorId, String(timeStep)],
      );
      return used.length > 0 ? timeStep : undefined;
    },

    /** Stores the first of two consecutive codes that a session enters. */
    async storeFirst(sessionId: string, factorId: string, timeStep: number): Promise<void> {
      await database.query(
        `insert into embedded.first_code (session_id, factor_id, time_step)
         values ($1::text::uuid, $2::text::uuid, $3::text::bigint)
         on conflict (session_id) do update set factor_id = excluded.factor_id, time_step = excluded.time_step`,
        [sessionId, factorId, String(timeStep)],
      );
    },

    /** Returns and deletes the time step of the first code: the code that follows is the second, or none is. */
    async takeFirst(sessionId: string, factorId: string): Promise<number | undefined> {
      const [first] = await database.query<{ factor: string; step: string }>(
        `delete from embedded.first_code where session_id = $1::text::uuid
         returning factor_id::text as factor, time_step::text as step`,
        [sessionId],
      );
      return first?.factor === factorId ? Number(first.step) : undefined;
    },

    /** Returns whether a code is the one after the first. */
    follows: (timeStep: number, first: number | undefined) =>
      first !== undefined && timeStep > first && timeStep <= first + FOLLOWING_STEPS,
  };
}
