import type { Queryable } from '../database/index.ts';
import type { ArchivedRow, ArchivedTable } from './archive-line.ts';
import { listTables } from './archived-tables.ts';

/** A table of the archive as the target has it. */
interface TargetTable {
  table: Pick<ArchivedTable, 'name' | 'columns'>;
  adapt: (row: ArchivedRow) => ArchivedRow;
}

/** What becomes of a table of the archive; undefined when the target has no place for it. */
export type Fitting = (table: ArchivedTable) => TargetTable | undefined;

/** A server of ours takes every table as it is. */
export const asItIs: Fitting = (table) => ({ table, adapt: (row) => row });

/** What GoTrue reads as texts without asking whether there is any. */
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
const NO_INSTANCE = '00000000-0000-0000-0000-000000000000';

/**
 * A Supabase project keeps sessions, mailed links and the list of stored files itself. Accounts fit, with the texts that
 * its service insists on; tokens of mails on their way do not, as they were made otherwise.
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
    const kept = table.columns.flatMap((column, index) =>
      columnsOf.get(name)?.has(column) ? [{ column, index }] : [],
    );
    const isAccount = name === 'auth.users';
    return {
      table: {
        name,
        columns: [...kept.map(({ column }) => column), ...(isAccount ? ['instance_id'] : [])],
      },
      adapt: (row) => [
        ...kept.map(({ column, index }) => (EMPTY_TEXTS.has(column) ? '' : (row[index] ?? null))),
        ...(isAccount ? [NO_INSTANCE] : []),
      ],
    };
  };
}
