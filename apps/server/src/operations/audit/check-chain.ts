import { AUDIT_VERIFY_STEP, chainPieceSchema, unlinkedEntriesSchema } from '@homie/contracts/admin';
import * as z from 'zod/mini';
import { positionSchema } from '../../../../../supabase/functions/audit/checkpoint-context.ts';
import type { Database } from '../../data/database/index.ts';
import { AuditProblemError } from './audit-errors.ts';

const SENTENCES: Readonly<Record<string, string>> = {
  link_missing: 'its link is missing',
  link_changed: 'its link was changed or is not in its place',
  entry_missing: 'the entry is missing, and no purge has told of it',
  entry_changed: 'the entry was changed',
  end_missing: 'the chain does not end where it was last written',
};

/** Returns the head of the chain, and the hash of one link. */
export async function readPosition(database: Database, atSeq: number | null = null) {
  const [row] = await database.query('select public.audit_position($1::bigint) as position', [
    atSeq,
  ]);
  return positionSchema.parse(row?.['position']);
}

/** Reads digests of links, as hexadecimal digits. */
export async function readDigests(
  database: Database,
  afterSeq: number,
  upTo: number,
): Promise<string> {
  const [row] = await database.query(
    'select public.audit_digests($1::bigint, $2::bigint) as digests',
    [afterSeq, upTo],
  );
  return z.string().parse(row?.['digests']);
}

/**
 * Verifies the whole log in the database.
 * @returns a description of the valid log, without a full stop
 * @throws {AuditProblemError} with the first problem
 */
export async function checkChain(database: Database): Promise<string> {
  let links = 0;
  let purged = 0;
  for (let done = false; !done;) {
    const [row] = await database.query(
      'select private.check_audit_chain($1::bigint, $2) as piece',
      [links, AUDIT_VERIFY_STEP],
    );
    const piece = chainPieceSchema.parse(row?.['piece']);
    if (piece.problem) {
      const { seq, entryId, code } = piece.problem;
      throw new AuditProblemError(
        `Entry ${seq}${entryId === null ? '' : ` (${entryId})`}: ${SENTENCES[code] ?? code}.`,
      );
    }
    ({ done } = piece);
    links = piece.to;
    purged += piece.purged;
  }
  await checkEntries(database);
  const purgedNote = purged > 0 ? `, of which purges have taken ${purged},` : '';
  return `All ${links} entries${purgedNote} are as they were linked`;
}

async function checkEntries(database: Database): Promise<void> {
  for (let after: string | null | undefined; after !== null;) {
    const [row] = await database.query(
      'select private.find_unlinked_entries($1::uuid, $2) as found',
      [after ?? null, AUDIT_VERIFY_STEP],
    );
    const { entryId, next } = unlinkedEntriesSchema.parse(row?.['found']);
    if (entryId !== null)
      throw new AuditProblemError(`Entry ${entryId} was put in past the chain.`);
    after = next;
  }
}
