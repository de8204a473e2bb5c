import type { Database } from '../../data/database/index.ts';
import type { Violation } from '../../gateways/pages/policy-reports.ts';

/** Anyone can send reports, and each one is a write. */
const A_MINUTE = 60;

/**
 * Counts violations of the content security policy by release, next to the load counts of the releases.
 * @returns a function that counts the violations of an environment; beyond 60 a minute it ignores them
 */
export function createPolicyCounter(database: Database) {
  let minute = 0;
  let counted = 0;
  return async (environment: string, violations: readonly Violation[]): Promise<void> => {
    const now = Math.floor(Date.now() / 60_000);
    if (now !== minute) [minute, counted] = [now, 0];
    const taken = violations.slice(0, Math.min(50, A_MINUTE - counted));
    counted += taken.length;
    if (taken.length === 0) return;
    const loads = taken.map(({ remote, version }) => ({
      environment,
      remote,
      version,
      source: 'none',
      outcome: 'policy',
      milliseconds: 0,
    }));
    await database.query('select private.count_remote_loads($1::jsonb)', [loads]);
  };
}
