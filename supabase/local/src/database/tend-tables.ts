import type { Database } from './database.ts';

/** Eight megabytes of a table that came or changed since. */
const PAGES_UNTENDED = 1000;

/**
 * Vacuums and analyses tables that have grown or changed by much, which PostgreSQL does by itself and PGlite never does:
 * until then an index cannot answer alone, deleted rows stay in the way, and plans are made for a smaller table.
 * @returns the tables, by name
 */
export async function tendTables(database: Database): Promise<string[]> {
  if (database.kind !== 'pglite') return [];
  const tables = await database.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name
     from pg_class
     join pg_namespace on pg_namespace.oid = relnamespace
     where relkind = 'r' and nspname in ('public', 'private')
       and pg_relation_size(pg_class.oid) / current_setting('block_size')::integer - relallvisible > $1`,
    [PAGES_UNTENDED],
  );
  // One after the other: each holds the whole database meanwhile.
  for (const { name } of tables) await database.exec(`vacuum (analyze) ${name}`);
  return tables.map(({ name }) => name);
}
