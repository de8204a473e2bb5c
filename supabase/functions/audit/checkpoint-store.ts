import { signedStatementSchema, type SignedStatement } from '@homie/contracts/admin';
import type { FileStorage } from '../_shared/http/file-storage.ts';

/** Created by a migration; only the server has access. */
const BUCKET = 'audit-checkpoints';
const MAX_BYTES = 4096;

/** Store of all checkpoints in a bucket. Its list of files is a table of the database that the checkpoints cover. */
export interface CheckpointStore {
  /**
   * Reads the newest checkpoints, the last one first; null for a file that is damaged.
   * @throws AppError unavailable
   */
  newestFirst(limit: number): AsyncIterable<SignedStatement | null>;
  /** Stores a checkpoint. @throws AppError unavailable, also if the number exists already */
  put(number: number, statement: SignedStatement): Promise<void>;
}

/** Reads and writes the bucket over HTTP. */
export function createCheckpointStore(files: FileStorage): CheckpointStore {
  return {
    async *newestFirst(limit) {
      for (const name of await files.lastNames(BUCKET, limit))
        yield parseStatement(await files.readText(`${BUCKET}/${name}`, MAX_BYTES));
    },
    async put(number, statement) {
      const bytes = new TextEncoder().encode(JSON.stringify(statement));
      // Listed after all checkpoints, if the process stops before it is moved.
      const aside = `-${crypto.randomUUID()}`;
      await files.put(`${BUCKET}/${aside}`, bytes, 'application/json');
      try {
        await files.move(BUCKET, aside, checkpointName(number));
      } catch (error) {
        await files.remove(BUCKET, [aside]).catch(() => undefined);
        throw error;
      }
    },
  };
}

/**
 * Reads the newest checkpoint: undefined if there is none, null if its file is damaged.
 * @throws AppError unavailable
 */
export async function readNewest(
  store: Pick<CheckpointStore, 'newestFirst'>,
): Promise<SignedStatement | null | undefined> {
  for await (const statement of store.newestFirst(1)) return statement;
  return undefined;
}

/** Returns the file name of a checkpoint. Names sort by number, after names of earlier releases, which are digits. */
function checkpointName(number: number): string {
  return `n${String(number).padStart(15, '0')}.json`;
}

/** Parses a signed statement; returns null if the text is not one. */
export function parseStatement(text: string | undefined): SignedStatement | null {
  try {
    return signedStatementSchema.safeParse(JSON.parse(text ?? '')).data ?? null;
  } catch {
    return null;
  }
}
