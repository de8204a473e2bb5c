import type { Queryable } from '../database/index.ts';
import type { ArchivedRow, ArchivedTable } from './archive-line.ts';
import { listTables } from './archived-tables.ts';

/** A table of the archive, mapped to the target. */
interface TargetTable {
  table: Pick<ArchivedTable, 'name' | 'columns'>;
  adapt: (row: ArchivedRow) => ArchivedRow;
}

/** Maps a table of the archive to the target; undefined if the target does not store it. */
export type Fitting = (table: ArchivedTable) => TargetTable | undefined;

/** A server of ours stores every table unchanged. */
export const asItIs: Fitting = (table) => ({ table, adapt: (row) => row });

/** Columns with tokens of mails in transit. GoTrue reads them as texts without a check for null. */
const EMPTY_TEXTS = new Set([
  'confirmation_token',
  'recovery_token',
  'email_change_token_new',
  'email_change_token_current',
  'email_change',
  'phone_change',
  'phone_change_token',
  'reauthentication_token',
]);
/** Tables of sessions, and of links and codes that open an account. */
const ACCESS_TABLES = new Set([
  'auth.sessions',
  'auth.refresh_tokens',
  'auth.mfa_amr_claims',
  'auth.mfa_challenges',
  'auth.webauthn_challenges',
  'embedded.mail_link',
  'embedded.auth_code',
]);
const NO_INSTANCE = '00000000-0000-0000-0000-000000000000';

/**
 * Maps tables to a server of ours without sessions, mailed links and codes: those that have ended since the archive was
 * made would be valid again.
 */
export const withoutAccess: Fitting = (table) => {
  if (ACCESS_TABLES.has(table.name)) return undefined;
  if (table.name !== 'auth.users') return asItIs(table);
  return {
    table,
    adapt: (row) =>
      row.map((value, index) => (value && isToken(table.columns[index]) ? '' : value)),
  };
};

const isToken = (column: string | undefined) => column !== undefined && EMPTY_TEXTS.has(column);

/**
 * Maps tables to a Supabase project, which stores sessions, mailed links and the list of stored files itself. Accounts
 * fit, with the texts that its service insists on; tokens of mails in transit do not, because they were generated
 * differently.
 */
export async function fitProject(database: Queryable): Promise<Fitting> {
  const columnsOf = new Map(
    (await listTables(database)).map(({ name, columns }) => [name, new Set(columns)]),
  );
  return (table) => {
    const { name } = table;
    const isOurs = name.startsWith('public.') || name.startsWith('private.');
    if (!isOurs && name !== 'auth.users' && name !== 'auth.identities') return undefined;
    if (isOurs) return asItIs(table);
    const included = table.columns.flatMap((column, index) =>
      columnsOf.get(name)?.has(column) ? [{ column, index }] : [],
    );
    const isAccount = name === 'auth.users';
    return {
      table: {
        name,
        columns: [...included.map(({ column }) => column), ...(isAccount ? ['instance_id'] : [])],
      },
      adapt: (row) => [
        ...included.map(({ column, index }) => (isToken(column) ? '' : (row[index] ?? null))),
        ...(isAccount ? [NO_INSTANCE] : []),
      ],
    };
  };
}
