import { auditHoldSchema, type AuditHold, type AuditHoldInput } from '@homie/contracts/admin';
import * as z from 'zod/mini';
import type { Database } from '../../data/database/index.ts';
import { AuditCommandError } from './audit-errors.ts';

const purgeStepSchema = z.object({ purged: z.int(), more: z.boolean() });

/** @throws {AuditCommandError} when the database has no audit log of this release */
export async function requireAuditLog(database: Database): Promise<void> {
  const [found] = await database.query(
    "select 1 as found where to_regprocedure('public.audit_digests(bigint, bigint)') is not null",
  );
  if (!found)
    throw new AuditCommandError('The database is not set up for this release: start it once.');
}

/** Keeps entries beyond their time. @returns the hold */
export function holdAudit(database: Database, hold: AuditHoldInput): Promise<AuditHold> {
  const { kind, subjectId, reason } = hold;
  const call = 'private.hold_audit($1, $2::uuid, $3)';
  return callForHold(database, call, kind, subjectId ?? null, reason);
}

/** Ends a hold. @returns it */
export function liftHold(database: Database, id: string): Promise<AuditHold> {
  return callForHold(database, 'private.lift_audit_hold($1::uuid)', id);
}

/** @returns all holds, also those that have ended */
export async function listHolds(database: Database): Promise<AuditHold[]> {
  const [row] = await database.query('select private.list_audit_holds() as holds');
  return z.array(auditHoldSchema).parse(row?.['holds']);
}

/** @returns a line of the list for people */
export function describeHold(hold: AuditHold): string {
  const { id, kind, subjectId, reason, setBy, setAt, liftedBy, liftedAt } = hold;
  const lifted = liftedAt === null ? '' : `  lifted ${liftedAt} by ${liftedBy ?? 'an operator'}`;
  const on = subjectId === null ? kind : `${kind} ${subjectId}`;
  return `${id}  ${on}  "${reason}"  set ${setAt} by ${setBy ?? 'an operator'}${lifted}`;
}

/**
 * Sets how long entries are kept; a server of ours purges by it, and so do functions on Supabase.
 * @param days null keeps everything
 */
export async function setRetention(database: Database, days: number | null): Promise<void> {
  await database.query('select private.set_audit_retention($1::integer)', [days]);
}

/**
 * Deletes entries that are older than so many days and not on hold.
 * @param progress told after each step
 * @returns how many
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
