import {
  checkpointSchema,
  type AuditCheckpoint,
  type SignedStatement,
} from '@homie/contracts/admin';
import { readStatement } from '../_shared/domain/audit/statements.ts';
import type { PublicKey } from '../_shared/domain/audit/signing-keys.ts';
import { sha256 } from '../_shared/http/sha256.ts';

/** A checkpoint whose signature is valid. */
export interface Checkpoint extends AuditCheckpoint {
  /** 0 for a checkpoint of an earlier release, and for the initial checkpoint of a new database. */
  number: number;
  statement: SignedStatement;
}

/**
 * Verifies the signature of a checkpoint and parses it.
 * @returns undefined for undefined; null if no known key has signed it
 */
export async function readCheckpoint(
  statement: SignedStatement | null | undefined,
  known: readonly PublicKey[],
): Promise<Checkpoint | null | undefined> {
  if (statement === undefined) return undefined;
  const said = statement && (await readStatement(statement, known, checkpointSchema));
  return said ? { ...said, number: said.number ?? 0, statement } : null;
}

/** Returns the digest that the next checkpoint has as `previous`; null for the first. */
export async function hashCheckpoint(checkpoint: Checkpoint | undefined): Promise<string | null> {
  if (!checkpoint || isStart(checkpoint)) return null;
  return sha256(new TextEncoder().encode(checkpoint.statement.payload));
}

/** Returns true for the initial checkpoint of a new database, which is stored only outside the database. */
export function isStart({ number, seq, previous }: Checkpoint): boolean {
  return number === 0 && seq === 0 && previous === null;
}

/** Returns the initial checkpoint of a new database, before its first entry: a log with entries always has one. */
export function startCheckpoint(): AuditCheckpoint {
  return {
    kind: 'audit-checkpoint',
    number: 0,
    previous: null,
    seq: 0,
    hash: '0'.repeat(64),
    entries: 0,
    madeAt: new Date().toISOString(),
  };
}
