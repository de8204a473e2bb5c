import type { AuditProblem } from '@homie/contracts';
import * as z from 'zod/mini';
import { readData } from '../_shared/http/data-access.ts';
import { compareWithCheckpoint, makeCheckpoint } from './checkpoints.ts';
import type { AuditEnvironment } from './environment.ts';
import { serverContext, type AuditDependencies } from './handler.ts';

/** The log does not fit its last checkpoint; `code` says how. */
export class AuditChainError extends Error {
  readonly code: AuditProblem['code'];

  constructor(code: AuditProblem['code']) {
    super('The audit log does not fit its last checkpoint.');
    this.name = 'AuditChainError';
    this.code = code;
  }
}

const purgedSchema = z.object({ more: z.boolean() });
/** Of 5000 entries each: what is left waits for the next time. */
const STEPS_AT_ONCE = 20;

/**
 * Purges what is older than the settings keep, and signs where the audit log stands, if it has moved. To be called from
 * time to time.
 * @throws {AuditChainError} when the log does not fit its last checkpoint: somebody has to look at it, and nothing is
 *   purged or signed
 */
export async function sweepAudit(
  environment: AuditEnvironment,
  dependencies: Pick<AuditDependencies, 'fetch'> = {},
): Promise<void> {
  const context = serverContext(environment, dependencies);
  const { problem } = await compareWithCheckpoint(context);
  if (problem) throw new AuditChainError(problem.code);
  const { retentionDays } = context.settings;
  if (retentionDays !== undefined) await purge(retentionDays);
  await makeCheckpoint(context, await compareWithCheckpoint(context));

  async function purge(days: number): Promise<void> {
    for (let step = 0; step < STEPS_AT_ONCE; step += 1) {
      // A step ends before the next one begins: others write in between.
      const { more } = await readData(
        context.server.rpc('purge_audit', { retention_days: days }),
        purgedSchema,
      );
      if (!more) return;
    }
  }
}
