import type { AuditKeys } from '../../../../../supabase/functions/audit/keys.ts';
import type { Database } from '../../data/database/index.ts';
import { checkChain } from './check-chain.ts';
import { misfitOf, readCheckpoint } from './kept-checkpoint.ts';
import { readNotes } from './restore-notes.ts';
import { AuditProblemError } from './audit-errors.ts';

/** What the operator's command works on. */
export interface KeptLog {
  database: Database;
  storageDir: string;
  keys: AuditKeys;
}

/**
 * Verifies the whole log, and against a checkpoint that was kept elsewhere.
 * @returns what was found to be in order
 * @throws {AuditProblemError} with the first thing that is not; a checkpoint from after a restore is, once that was accepted
 */
export async function checkLog(
  { database, storageDir, keys }: KeptLog,
  checkpointFile?: string,
): Promise<string> {
  const kept = checkpointFile && (await readCheckpoint(checkpointFile, keys));
  const told = await checkChain(database);
  if (!kept) return `${told}.`;
  const misfit = await misfitOf(database, kept);
  if (misfit === undefined) return `${told}, and fit the checkpoint of ${kept.madeAt}.`;
  const notes = await readNotes(database, storageDir, keys);
  const note = notes.find(({ accepted }) =>
    accepted.some(({ seq, hash }) => seq === kept.seq && hash === kept.hash),
  );
  if (!note) throw new AuditProblemError(misfit);
  return `${told}. The checkpoint of ${kept.madeAt} tells of what a restore took back, as was accepted at ${note.acceptedAt}: "${note.reason}"`;
}
