import type { AuditProblem } from '@homie/contracts';
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

/**
 * Signs where the audit log stands, if it has moved. To be called from time to time.
 * @throws {AuditChainError} when the log does not fit the last checkpoint: somebody has to look at it
 */
export async function sweepCheckpoints(
  environment: AuditEnvironment,
  dependencies: Pick<AuditDependencies, 'fetch'> = {},
): Promise<void> {
  const context = serverContext(environment, dependencies);
  const standing = await compareWithCheckpoint(context);
  if (standing.problem) throw new AuditChainError(standing.problem.code);
  await makeCheckpoint(context, standing);
}
