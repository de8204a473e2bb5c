import { readFile } from 'node:fs/promises';
import type { AuditCheckpoint } from '@homie/contracts';
import { checkpointSchema, signedStatementSchema } from '@homie/contracts/admin';
import type { AuditKeys } from '../../../../../supabase/functions/audit/keys.ts';
import { readStatement } from '../../../../../supabase/functions/_shared/domain/audit/statements.ts';
import type { Database } from '../../data/database/index.ts';
import { AuditCommandError } from './audit-errors.ts';
import { readPosition } from './check-chain.ts';

/** The checkpoint in a file. @throws {AuditCommandError} when there is none */
export async function readCheckpoint(file: string, keys: AuditKeys): Promise<AuditCheckpoint> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new AuditCommandError(`${file} cannot be read.`);
  });
  const said = await readSaid(text, keys);
  if (!said)
    throw new AuditCommandError(`${file} holds no checkpoint that one of our keys signed.`);
  return said;
}

/** What a checkpoint says; undefined when nobody known has signed it. */
export async function readSaid(
  text: string,
  { known }: AuditKeys,
): Promise<AuditCheckpoint | undefined> {
  try {
    const statement = signedStatementSchema.parse(JSON.parse(text));
    return await readStatement(statement, known, checkpointSchema);
  } catch {
    return undefined;
  }
}

/** Why the log does not fit a checkpoint; undefined when it does. */
export async function misfitOf(
  database: Database,
  { seq, hash, madeAt }: AuditCheckpoint,
): Promise<string | undefined> {
  const position = await readPosition(database, seq);
  if (position.seq < seq)
    return `The chain ends with entry ${position.seq}, and the checkpoint of ${madeAt} tells of entry ${seq}: its end was cut off.`;
  if (seq > 0 && position.hashAt !== hash)
    return `The chain was written anew: entry ${seq} has another hash than the checkpoint of ${madeAt}.`;
  return undefined;
}
