import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SignedStatement } from '@homie/contracts';
import { parseStatement } from '../../../../../supabase/functions/audit/checkpoint-store.ts';
import { startCheckpoint } from '../../../../../supabase/functions/audit/read-checkpoint.ts';
import type { LastCheckpoint } from '../../../../../supabase/functions/audit/last-checkpoint.ts';
import { readSigningKey } from '../../../../../supabase/functions/_shared/domain/audit/signing-keys.ts';
import { signStatement } from '../../../../../supabase/functions/_shared/domain/audit/statements.ts';
import { isSystemError } from '../../http/system-error.ts';
import { createFile, replaceFile } from '../files/safe-files.ts';

/** Name of the file in the data folder, next to the key that signs it. */
export const CHECKPOINT_FILE = 'audit-checkpoint.json';

/** The last checkpoint of the audit log, in a file. */
export interface CheckpointFile extends Pick<LastCheckpoint, 'read' | 'write'> {
  /** @throws EEXIST if there is one */
  create(statement: SignedStatement): Promise<void>;
}

/** The last checkpoint of the installation with this data folder. */
export function checkpointFile(dataDir: string): CheckpointFile {
  const file = join(dataDir, CHECKPOINT_FILE);
  return {
    async read() {
      try {
        return parseStatement(await readFile(file, 'utf8'));
      } catch (error) {
        if (isSystemError(error, 'ENOENT')) return undefined;
        throw error;
      }
    },
    write: (statement) => replaceFile(file, serialize(statement)),
    create: (statement) => createFile(file, serialize(statement)),
  };
}

/** The last checkpoint of an installation without a data folder. */
export function checkpointInMemory(): CheckpointFile {
  let last: SignedStatement | undefined;
  const write = async (statement: SignedStatement) => {
    last = statement;
  };
  return {
    read: async () => last,
    write,
    create: async (statement) => {
      last ??= statement;
    },
  };
}

/**
 * Stores the first checkpoint of a new database. An existing one remains: it shows that the database is not the one
 * that was signed.
 */
export async function storeStartCheckpoint(
  file: CheckpointFile,
  signingKey: string,
): Promise<void> {
  const statement = await signStatement(await readSigningKey(signingKey), startCheckpoint());
  await file.create(statement).catch((error: unknown) => {
    if (!isSystemError(error, 'EEXIST')) throw error;
  });
}

function serialize(statement: SignedStatement): string {
  return `${JSON.stringify(statement, null, 2)}\n`;
}
