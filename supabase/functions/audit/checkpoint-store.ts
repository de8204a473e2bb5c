import { signedStatementSchema, type SignedStatement } from '@homie/contracts/admin';
import type { FileStorage } from '../_shared/http/file-storage.ts';

/** Created by a migration; only the server has access. */
const BUCKET = 'audit-checkpoints';
const MAX_BYTES = 4096;

/** All checkpoints, in a bucket. Its list of files is a table of the database that they are about. */
export interface CheckpointStore {
  /**
   * Reads the newest checkpoints, the last one first; null for a file that is damaged.
   * @throws AppError unavailable
   */
  newestFirst(limit: number): AsyncIterable<SignedStatement | null>;
  /** @throws AppError unavailable, also if there is one with this number */
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
      await files.put(`${BUCKET}/${checkpointName(number)}`, bytes, 'application/json');
    },
  };
}

/** Returns the newest checkpoint: undefined without any, null if its file is damaged. @throws AppError unavailable */
export async function readNewest(
  store: Pick<CheckpointStore, 'newestFirst'>,
): Promise<SignedStatement | null | undefined> {
  for await (const statement of store.newestFirst(1)) return statement;
  return undefined;
}

/** Names sort by number, after those of earlier releases, which consist of digits. */
function checkpointName(number: number): string {
  return `n${String(number).padStart(15, '0')}.json`;
}

/** Returns null if the text is not a signed statement. */
export function parseStatement(text: string | undefined): SignedStatement | null {
  try {
    return signedStatementSchema.safeParse(JSON.parse(text ?? '')).data ?? null;
  } catch {
    return null;
  }
}
