import { readFile } from 'node:fs/promises';
import type { AuditCheckpoint } from '@homie/contracts';
import { parseStatement } from '../../../../../supabase/functions/audit/checkpoint-store.ts';
import type { AuditKeys } from '../../../../../supabase/functions/audit/keys.ts';
import {
  readCheckpoint as verifyCheckpoint,
  type Checkpoint,
} from '../../../../../supabase/functions/audit/read-checkpoint.ts';
import type { Database } from '../../data/database/index.ts';
import { AuditCommandError } from './audit-errors.ts';
import { readPosition } from './check-chain.ts';

/**
 * Reads the checkpoint in a file.
 * @throws {AuditCommandError} if there is none
 */
export async function readCheckpoint(file: string, keys: AuditKeys): Promise<Checkpoint> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new AuditCommandError(`${file} cannot be read.`);
  });
  const checkpoint = await verifyCheckpoint(parseStatement(text), keys.known);
  if (!checkpoint)
    throw new AuditCommandError(`${file} holds no checkpoint that one of our keys signed.`);
  return checkpoint;
}

/** Returns why the log does not extend a checkpoint; undefined if it does. */
export async function findMismatch(
  database: Database,
  { seq, hash, madeAt }: AuditCheckpoint,
): Promise<string | undefined> {
  const position = await readPosition(database, seq);
  if (position.seq < seq)
    return `The chain ends with entry ${position.seq}, and the checkpoint of ${madeAt} includes entry ${seq}: its end was cut off.`;
  if (seq > 0 && position.hashAt !== hash)
    return `The chain was rewritten: entry ${seq} has another hash than the checkpoint of ${madeAt}.`;
  return undefined;
}
