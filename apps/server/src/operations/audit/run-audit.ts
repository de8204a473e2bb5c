import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { auditHoldSchema, type AuditHold } from '@homie/contracts/admin';
import * as z from 'zod/mini';
import { AUDIT_DEFAULTS } from '../../../../../supabase/functions/audit/audit-settings.ts';
import {
  auditKeys,
  shownKeys,
  type AuditKeys,
} from '../../../../../supabase/functions/audit/keys.ts';
import { signStatement } from '../../../../../supabase/functions/_shared/domain/audit/statements.ts';
import type { Database } from '../../data/database/index.ts';
import { withDatabase } from '../with-database.ts';
import { readSettings, type Settings } from '../../cli/settings/read-settings.ts';
import { loadSecrets } from '../../data/secrets/load-secrets.ts';
import { acceptRestored } from './accept-restored.ts';
import { AuditRequestError, readAuditRequest, type AuditRequest } from './audit-request.ts';
import { readPosition } from './check-chain.ts';
import { checkLog } from './check-log.ts';
import { verifyFile } from './verify-file.ts';

/**
 * The operator's command for the audit log.
 * @param root of the repository
 * @returns what to say
 * @throws Error with a sentence for the operator
 */
export async function runAudit(
  root: string,
  environment: Readonly<Record<string, string | undefined>>,
  commandLine: readonly string[],
): Promise<string> {
  const request = readAuditRequest(commandLine);
  if (request.action === 'verify') return verifyFile(request.file, request.publicKey);
  const { backend } = readSettings(root, environment, []);
  const keys = await keysOf(backend);
  if (request.action === 'keys')
    return shownKeys(keys)
      .map(({ id, publicKey, current }) => `${id}  ${publicKey}${current ? '' : '  (former)'}`)
      .join('\n');
  const called = {
    command: 'npm run audit',
  };
  return withDatabase(backend, called, async (database) => {
    await requirePrepared(database);
    const storageDir = join(backend.dataDir, 'storage');
    if (request.action === 'accept') return acceptRestored({ database, storageDir, keys }, request);
    if (request.action === 'check')
      return checkLog({ database, storageDir, keys }, request.checkpoint);
    return carryOut(request, database, keys);
  });
}

async function keysOf({ dataDir, functionSettings }: Settings['backend']): Promise<AuditKeys> {
  const given = functionSettings?.audit;
  if (given?.signingKey === undefined && !existsSync(dataDir))
    throw new AuditRequestError(`There is no data in ${dataDir}: start the server once.`);
  const signingKey = given?.signingKey ?? (await loadSecrets(dataDir)).auditSigningKey;
  return auditKeys({ ...AUDIT_DEFAULTS, ...given, signingKey })();
}

async function requirePrepared(database: Database): Promise<void> {
  const [found] = await database.query(
    "select 1 as found where to_regprocedure('private.purge_audit(timestamptz, integer)') is not null",
  );
  if (!found)
    throw new AuditRequestError('The database is not set up for this release: start it once.');
}

type OnDatabase = Exclude<AuditRequest, { action: 'verify' | 'keys' | 'accept' | 'check' }>;

async function carryOut(
  request: OnDatabase | { action: 'checkpoint' | 'keys' | 'holds' },
  database: Database,
  keys: AuditKeys,
): Promise<string> {
  switch (request.action) {
    case 'hold':
      return `Held: ${line(
        await holdFrom(
          database,
          'private.hold_audit($1, $2::uuid, $3)',
          request.kind,
          request.subjectId ?? null,
          request.reason,
        ),
      )}`;
    case 'lift':
      return `Lifted: ${line(await holdFrom(database, 'private.lift_audit_hold($1::uuid)', request.id))}`;
    case 'purge':
      return purge(database, request.days);
    case 'holds':
      return listHolds(database);
    default:
      return makeCheckpoint(database, keys);
  }
}

async function makeCheckpoint(database: Database, { signing }: AuditKeys): Promise<string> {
  const { seq, hash, entries } = await readPosition(database);
  const madeAt = new Date().toISOString();
  const checkpoint = { kind: 'audit-checkpoint', seq, hash, entries, madeAt };
  return JSON.stringify(await signStatement(signing, checkpoint));
}

async function holdFrom(database: Database, call: string, ...given: unknown[]): Promise<AuditHold> {
  const [row] = await database.query(`select ${call} as hold`, given);
  return auditHoldSchema.parse(row?.['hold']);
}

async function listHolds(database: Database): Promise<string> {
  const [row] = await database.query('select private.list_audit_holds() as holds');
  const holds = z.array(auditHoldSchema).parse(row?.['holds']);
  return holds.map(line).join('\n') || 'Nothing is on hold';
}

function line(hold: AuditHold): string {
  const { id, kind, subjectId, reason, setBy, setAt, liftedBy, liftedAt } = hold;
  const lifted = liftedAt === null ? '' : `  lifted ${liftedAt} by ${liftedBy ?? 'an operator'}`;
  const on = subjectId === null ? kind : `${kind} ${subjectId}`;
  return `${id}  ${on}  "${reason}"  set ${setAt} by ${setBy ?? 'an operator'}${lifted}`;
}

async function purge(database: Database, days: number): Promise<string> {
  const stepSchema = z.object({ purged: z.int(), more: z.boolean() });
  let total = 0;
  for (let more = true; more;) {
    const [row] = await database.query('select public.purge_audit($1::integer) as step', [days]);
    const step = stepSchema.parse(row?.['step']);
    total += step.purged;
    ({ more } = step);
  }
  return `Purged ${total} entries that were older than ${days} days and not on hold`;
}
