import type { Queryable } from '../database/index.ts';
import type { ArchivedRow, ArchivedTable } from './archive-line.ts';

const ROWS_AT_ONCE = 500;

/** Every value has the same text format, wherever it is read. */
export const PLAIN_TEXTS = `
set local timezone = 'UTC';
set local datestyle = 'ISO, YMD';
set local intervalstyle = 'iso_8601';
set local extra_float_digits = 1;
set local bytea_output = 'hex';
set local search_path = 'public';`;

/**
 * Lists the tables that hold user data, and their columns that are not computed from others. Tables about the setup of
 * this database, or about the processes that use it, are excluded.
 */
export async function listTables(database: Queryable): Promise<ArchivedTable[]> {
  const tables = await database.query<{ name: string; columns: string[] }>(
    `select format('%I.%I', nspname, relname) as name,
       array_agg(attname::text order by attnum) as columns
     from pg_class
     join pg_namespace on pg_namespace.oid = relnamespace
     join pg_attribute on attrelid = pg_class.oid
     where relkind = 'r'
       and (
         nspname in ('auth', 'storage', 'public', 'private')
         or (nspname, relname) in (('embedded', 'seed'), ('embedded', 'mail_link'), ('embedded', 'auth_code'))
       )
       and attnum > 0 and not attisdropped and attgenerated = ''
     group by 1 order by 1`,
  );
  return tables.map(({ name, columns }) => ({ kind: 'table', name, columns }));
}

/** Reads the rows of a table in batches. Must run in a transaction. */
export async function* readRows(
  transaction: Queryable,
  { name, columns }: Pick<ArchivedTable, 'name' | 'columns'>,
): AsyncGenerator<ArchivedRow[]> {
  const texts = columns.map((column) => `${quoteIdentifier(column)}::text`).join(', ');
  await transaction.exec(
    `declare archived no scroll cursor for select to_json(array[${texts}]::text[])::text as row from ${name}`,
  );
  for (;;) {
    // A cursor continues at its position.
    const found = await transaction.query<{ row: string }>(`fetch ${ROWS_AT_ONCE} from archived`);
    if (found.length === 0) break;
    yield found.map(({ row }) => JSON.parse(row) as ArchivedRow);
  }
  await transaction.exec('close archived');
}

/**
 * Prepares the insertion of rows into a table.
 * @returns a function that inserts rows, with values in the order of the columns
 */
export async function inserting(
  transaction: Queryable,
  { name, columns }: Pick<ArchivedTable, 'name' | 'columns'>,
): Promise<(rows: readonly ArchivedRow[]) => Promise<void>> {
  const types = await transaction.query<{ name: string; type: string }>(
    `select attname::text as name, format_type(atttypid, atttypmod) as type
     from pg_attribute where attrelid = $1::text::regclass and attnum > 0 and not attisdropped`,
    [name],
  );
  const typeOf = new Map(types.map((column) => [column.name, column.type]));
  const values = columns.map((column, index) => `(row ->> ${index})::${typeOf.get(column)}`);
  const insert = `insert into ${name} (${columns.map(quoteIdentifier).join(', ')}) overriding system value
    select ${values.join(', ')} from jsonb_array_elements($1::text::jsonb) as row`;
  return async (rows) => void (await transaction.query(insert, [JSON.stringify(rows)]));
}

function quoteIdentifier(column: string): string {
  return `"${column.replaceAll('"', '""')}"`;
}
