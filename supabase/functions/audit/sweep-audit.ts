import type { AuditProblem } from '@homie/contracts';
import * as z from 'zod/mini';
import { readData } from '../_shared/http/data-access.ts';
import { compareWithCheckpoint } from './compare-with-checkpoint.ts';
import type { AuditEnvironment } from './environment.ts';
import { serverContext, type SweepDependencies } from './handler.ts';
import { makeCheckpoint } from './make-checkpoint.ts';

/** The log does not fit its last checkpoint; `code` says how. */
class AuditChainError extends Error {
  readonly code: AuditProblem['code'];

  constructor(code: AuditProblem['code']) {
    super('The audit log does not fit its last checkpoint.');
    this.name = 'AuditChainError';
    this.code = code;
  }
}

/** The database did not purge, because that could be a mistake; the message says why. */
class AuditPurgeRefusedError extends Error {
  override name = 'AuditPurgeRefusedError';
}

const purgedSchema = z.object({ more: z.boolean(), refused: z.optional(z.string()) });
/** Of 5000 entries each: what is left waits for the next time. */
const STEPS_AT_ONCE = 20;

/**
 * Records how often denied attempts were repeated, purges what is older than the retention in the database, and signs where the
 * audit log stands, if it has moved. To be called from time to time.
 * @throws {AuditChainError} when the log does not fit its last checkpoint: somebody has to look at it, and nothing is
 *   purged or signed
 * @throws {AuditPurgeRefusedError} when the database refuses to purge; it is signed all the same
 */
export async function sweepAudit(
  environment: AuditEnvironment,
  dependencies: SweepDependencies = {},
): Promise<void> {
  const context = serverContext(environment, dependencies);
  const { problem } = await compareWithCheckpoint(context);
  if (problem) throw new AuditChainError(problem.code);
  await readData(context.server.rpc('record_repeated_denials'), z.unknown());
  const refused = await purge();
  await makeCheckpoint(context);
  if (refused !== undefined) throw new AuditPurgeRefusedError(`Nothing was purged. ${refused}`);

  async function purge(): Promise<string | undefined> {
    for (let step = 0; step < STEPS_AT_ONCE; step += 1) {
      // A step ends before the next one begins: others write in between.
      const { more, refused } = await readData(context.server.rpc('purge_audit'), purgedSchema);
      if (!more) return refused;
    }
    return undefined;
  }
}
