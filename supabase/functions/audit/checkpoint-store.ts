import {
  signedStatementSchema,
  type AuditCheckpoint,
  type SignedStatement,
} from '@homie/contracts/admin';
import type { FileStorage } from '../_shared/http/file-storage.ts';

/** Made by a migration; only the server gets in. */
const BUCKET = 'audit-checkpoints';
const MAX_BYTES = 4096;

/** Checkpoints in the object store, outside the tables that they speak of. */
export class CheckpointStore {
  readonly #files: FileStorage;

  constructor(files: FileStorage) {
    this.#files = files;
  }

  /**
   * The checkpoint with the highest number.
   * @returns undefined without any; null when what is there is none
   * @throws AppError unavailable
   */
  async latest(): Promise<SignedStatement | null | undefined> {
    const [name] = await this.#files.lastNames(BUCKET, 1);
    if (name === undefined) return undefined;
    const text = await this.#files.readText(`${BUCKET}/${name}`, MAX_BYTES);
    const statement = signedStatementSchema.safeParse(parsed(text));
    return statement.success ? statement.data : null;
  }

  /** @throws AppError unavailable, also when there is one with this number */
  async put({ seq }: AuditCheckpoint, statement: SignedStatement): Promise<void> {
    // Names are in the order of numbers.
    const name = `${String(seq).padStart(16, '0')}.json`;
    const bytes = new TextEncoder().encode(JSON.stringify(statement));
    await this.#files.put(`${BUCKET}/${name}`, bytes, 'application/json');
  }
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
