import { checkChain } from './check-chain.ts';
import { compareLog, type AuditLogAccess } from './compare-log.ts';
import { findMismatch, readCheckpoint } from './stored-checkpoint.ts';
import { readNotes } from './restore-notes.ts';
import { AuditProblemError } from './audit-errors.ts';

/**
 * Verifies the whole log against the last checkpoint, and against a checkpoint that is stored elsewhere.
 * @returns a description of the valid log
 * @throws {AuditProblemError} with the first problem; a checkpoint that the log does not extend after a restore is
 *   none, once the restored log was accepted
 */
export async function checkLog(log: AuditLogAccess, checkpointFile?: string): Promise<string> {
  const { database, storageDir, keys } = log;
  const elsewhere = checkpointFile && (await readCheckpoint(checkpointFile, keys));
  const summary = await checkChain(database);
  const misfit = elsewhere && (await findMismatch(database, elsewhere));
  const note =
    misfit &&
    (await readNotes(database, storageDir, keys)).find(({ accepted }) =>
      accepted.some(({ seq, hash }) => seq === elsewhere.seq && hash === elsewhere.hash),
    );
  if (misfit && !note) throw new AuditProblemError(misfit);
  await compareLog(log);
  if (!elsewhere) return `${summary}.`;
  if (!note) return `${summary}, and fit the checkpoint of ${elsewhere.madeAt}.`;
  return `${summary}. The checkpoint of ${elsewhere.madeAt} tells of what a restore took back, as was accepted at ${note.acceptedAt}: "${note.reason}"`;
}
