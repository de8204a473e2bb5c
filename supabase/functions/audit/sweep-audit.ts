import type { AuditProblem } from '@homie/contracts';
import * as z from 'zod/mini';
import { readData } from '../_shared/http/data-access.ts';
import { compareWithCheckpoint } from './compare-with-checkpoint.ts';
import type { AuditEnvironment } from './environment.ts';
import { serverContext, type SweepDependencies } from './handler.ts';
import { makeCheckpoint } from './make-checkpoint.ts';

/** The log does not fit its last checkpoint; `code` is the reason. */
class AuditChainError extends Error {
  readonly code: AuditProblem['code'];

  constructor(code: AuditProblem['code']) {
    super('The audit log does not fit its last checkpoint.');
    this.name = 'AuditChainError';
    this.code = code;
  }
}

/** The database refused to purge, because that could be a mistake; the message is the reason. */
class AuditPurgeRefusedError extends Error {
  override name = 'AuditPurgeRefusedError';
}

const purgedSchema = z.object({ more: z.boolean(), refused: z.optional(z.string()) });
/** Maximum number of purge steps per sweep, of 5000 entries each; the next sweep purges the remaining entries. */
const STEPS_AT_ONCE = 20;

/**
 * Records how often denied attempts were repeated, purges entries older than the retention in the database, and signs
 * the head of the audit log if it has changed. To be called periodically.
 * @throws {AuditChainError} if the log does not fit its last checkpoint: an operator has to examine it, and nothing is
 *   purged or signed
 * @throws {AuditPurgeRefusedError} if the database refuses to purge; the head is signed nevertheless
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
      // The steps run one after the other, so that other requests can write in between.
      const { more, refused } = await readData(context.server.rpc('purge_audit'), purgedSchema);
      if (!more) return refused;
    }
    return undefined;
  }
}
