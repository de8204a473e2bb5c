import type { SignedStatement } from '@homie/contracts';

/**
 * Store of the last checkpoint, which the owner of the database cannot write: checkpoints in the bucket are rows of the
 * same database, and can be deleted together with the entries that they cover.
 */
export interface LastCheckpoint {
  /**
   * Reads the checkpoint.
   * @returns undefined if there is none; null if the content is damaged
   */
  read(): Promise<SignedStatement | null | undefined>;
  /** Replaces the checkpoint, and waits for the disk. @throws AppError storage_full, unavailable */
  write(statement: SignedStatement): Promise<void>;
  /** Runs `work` while no other request or process replaces the checkpoint. @throws AppError unavailable */
  lock<Result>(work: () => Promise<Result>): Promise<Result>;
}
