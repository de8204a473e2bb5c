import { readFile } from 'node:fs/promises';
import type { SignedStatement } from '@homie/contracts';
import { parseStatement } from '../../../../../supabase/functions/audit/checkpoint-store.ts';
import {
  compareWithCheckpoint,
  type ChainStanding,
} from '../../../../../supabase/functions/audit/compare-with-checkpoint.ts';
import type { AuditKeys } from '../../../../../supabase/functions/audit/keys.ts';
import { signStatement } from '../../../../../supabase/functions/_shared/domain/audit/statements.ts';
import type { Database } from '../../data/database/index.ts';
import { storedFile } from '../../data/files/folder-storage.ts';
import type { CheckpointFile } from '../../data/secrets/checkpoint-file.ts';
import { AuditProblemError } from './audit-errors.ts';
import { readDigests, readPosition } from './check-chain.ts';

export const CHECKPOINTS_BUCKET = 'audit-checkpoints';

/** Access to the audit log for the operator's commands. */
export interface AuditLogAccess {
  database: Database;
  storageDir: string;
  keys: AuditKeys;
  /** Undefined if the database is that of a Supabase project, or its data folder is not on this computer. */
  checkpointFile: CheckpointFile | undefined;
}

const MESSAGES: Readonly<Record<string, string>> = {
  checkpoint_beyond_end: 'The chain ends before the last checkpoint: its end was cut off.',
  checkpoint_differs: 'The chain differs from the last checkpoint: it was rewritten.',
  link_changed: 'The links after the last checkpoint do not lead to the end of the chain.',
  checkpoint_invalid:
    'The last checkpoint is damaged or not signed with a key of this server: see AUDIT_FORMER_KEYS.',
  checkpoint_missing:
    'Checkpoints are missing from the storage: the one in audit-checkpoint.json is not there, and nor is a successor of it.',
  checkpoint_file_missing:
    'audit-checkpoint.json is missing from the data folder, and the log is not new.',
};

/** Compares the log with the last checkpoint, in the data folder and in the bucket. */
export async function readChainStanding(log: AuditLogAccess): Promise<ChainStanding> {
  return compareWithCheckpoint({
    position: (atSeq) => readPosition(log.database, atSeq),
    digests: (afterSeq, upTo) => readDigests(log.database, afterSeq, upTo),
    keys: async () => log.keys,
    store: { newestFirst: (limit) => storedCheckpoints(log, limit) },
    lastCheckpoint: log.checkpointFile,
  });
}

/**
 * Compares the log with the last checkpoint, if the data folder is here.
 * @throws {AuditProblemError} if it does not extend the checkpoint
 */
export async function compareLog(log: AuditLogAccess): Promise<void> {
  const problem = log.checkpointFile && (await readChainStanding(log)).problem;
  if (problem)
    throw new AuditProblemError(
      `${MESSAGES[problem.code] ?? problem.code} If you restored a backup: homie audit accept.`,
    );
}

/**
 * Signs the head of the log, to be stored elsewhere.
 * @returns JSON
 * @throws {AuditProblemError} if the log does not extend the last checkpoint
 */
export async function signHead(log: AuditLogAccess): Promise<string> {
  await compareLog(log);
  const { seq, hash, entries } = await readPosition(log.database);
  const madeAt = new Date().toISOString();
  const checkpoint = { kind: 'audit-checkpoint', seq, hash, entries, madeAt };
  return JSON.stringify(await signStatement(log.keys.signing, checkpoint));
}

/** Reads the checkpoints of the bucket, the last one first; null for a file that is damaged. */
export async function* storedCheckpoints(
  { database, storageDir }: Pick<AuditLogAccess, 'database' | 'storageDir'>,
  limit: number,
): AsyncGenerator<SignedStatement | null> {
  const found = await database.query<{ key: string }>(
    `select name as key from storage.objects
     where bucket_id = $1 and name ~ '^(n\\d{15}|\\d{16})[.]json$' order by name collate "C" desc limit $2`,
    [CHECKPOINTS_BUCKET, limit],
  );
  for (const { key } of found)
    yield parseStatement(
      await readFile(storedFile(storageDir, CHECKPOINTS_BUCKET, key), 'utf8').catch(() => ''),
    );
}
