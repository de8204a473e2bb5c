import type { LastCheckpoint } from '../../../../../supabase/functions/audit/last-checkpoint.ts';
import { classifyTrouble, type Leases } from '../../data/database/index.ts';
import type { CheckpointFile } from '../../data/secrets/checkpoint-file.ts';
import { toAppError } from './call-database.ts';

/** Lease of the lock: a process that was killed while it held the lock blocks others for this long. */
const LOCK_SECONDS = 30;

/** Locks the file against all processes on the database: they share the data folder. */
export function createLastCheckpoint(
  file: CheckpointFile,
  leases: Pick<Leases, 'during'>,
): LastCheckpoint {
  const orAppError = async <Result>(work: Promise<Result>): Promise<Result> =>
    work.catch((error: unknown) => {
      throw classifyTrouble(error) ? toAppError(error) : error;
    });
  return {
    read: () => orAppError(file.read()),
    write: (statement) => orAppError(file.write(statement)),
    lock: (work) => orAppError(leases.during('audit-checkpoint', LOCK_SECONDS, work)),
  };
}
