import { auditHoldSchema, type AuditHold, type AuditHoldInput } from '@homie/contracts/admin';
import * as z from 'zod/mini';
import type { Database } from '../../data/database/index.ts';
import { AuditCommandError } from './audit-errors.ts';

const purgeStepSchema = z.object({ purged: z.int(), more: z.boolean() });

/** @throws {AuditCommandError} if the database has no audit log of this release */
export async function requireAuditLog(database: Database): Promise<void> {
  const [found] = await database.query(
    "select 1 as found where to_regprocedure('public.audit_digests(bigint, bigint)') is not null",
  );
  if (!found)
    throw new AuditCommandError('The database is not set up for this release: start it once.');
}

/**
 * Retains entries beyond their retention period.
 * @returns the hold
 */
export function holdAudit(database: Database, hold: AuditHoldInput): Promise<AuditHold> {
  const { kind, subjectId, reason } = hold;
  const call = 'private.hold_audit($1, $2::uuid, $3)';
  return callForHold(database, call, kind, subjectId ?? null, reason);
}

/**
 * Lifts a hold.
 * @returns the lifted hold
 */
export function liftHold(database: Database, id: string): Promise<AuditHold> {
  return callForHold(database, 'private.lift_audit_hold($1::uuid)', id);
}

/** @returns all holds, including lifted ones */
export async function listHolds(database: Database): Promise<AuditHold[]> {
  const [row] = await database.query('select private.list_audit_holds() as holds');
  return z.array(auditHoldSchema).parse(row?.['holds']);
}

/** @returns a line of the human-readable list */
export function describeHold(hold: AuditHold): string {
  const { id, kind, subjectId, reason, setBy, setAt, liftedBy, liftedAt } = hold;
  const lifted = liftedAt === null ? '' : `  lifted ${liftedAt} by ${liftedBy ?? 'an operator'}`;
  const on = subjectId === null ? kind : `${kind} ${subjectId}`;
  return `${id}  ${on}  "${reason}"  set ${setAt} by ${setBy ?? 'an operator'}${lifted}`;
}

/**
 * Sets the retention period of entries. A server of ours purges by it, and so do functions on Supabase.
 * @param days null retains everything
 */
export async function setRetention(database: Database, days: number | null): Promise<void> {
  await database.query('select private.set_audit_retention($1::integer)', [days]);
}

/**
 * Deletes entries that are older than `days` and not on hold.
 * @param progress called after each step
 * @returns the number of deleted entries
 */
export async function purgeAudit(
  database: Database,
  days: number,
  progress: (text: string) => void,
): Promise<number> {
  let total = 0;
  for (let more = true; more;) {
    const [row] = await database.query(
      "select private.purge_audit(now() - $1::integer * interval '1 day', 5000) as step",
      [days],
    );
    const step = purgeStepSchema.parse(row?.['step']);
    total += step.purged;
    ({ more } = step);
    if (more) progress(`Purged ${total} entries`);
  }
  return total;
}

async function callForHold(
  database: Database,
  call: string,
  ...given: unknown[]
): Promise<AuditHold> {
  const [row] = await database.query(`select ${call} as hold`, given);
  return auditHoldSchema.parse(row?.['hold']);
}
