import type { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { createPgliteConnection } from '@supabase/lite/pglite';
import { Kysely } from 'kysely';
import { readClusterImage } from './cluster-image.ts';
import { createWholly } from './create-wholly.ts';
import type { Database, Row } from './database.ts';
import { ExclusivePgliteDialect } from './exclusive-pglite-dialect.ts';
import { isoTimestamp, TIMESTAMPTZ } from './iso-timestamp.ts';
import { keepGrants } from './keep-grants.ts';
import { refuseOddLists, textSerializers } from './text-parameter.ts';
import { TransactionScope } from './transaction-scope.ts';

/**
 * @param location `dataDir`: folder of the data files, made when missing; none keeps everything in memory.
 *   `image`: what a new one begins with, in place of an empty database
 */
export async function openPglite({
  dataDir,
  image: given,
}: { dataDir?: string; image?: Blob } = {}): Promise<Database> {
  const open = async (isNew: boolean) => {
    const image = isNew ? (given ?? (await readClusterImage())) : undefined;
    const opened = await createPgliteConnection({
      ...(dataDir === undefined ? {} : { url: dataDir }),
      pgliteOptions: {
        ...(image && { loadDataDir: image }),
        extensions: { btree_gin, pg_trgm },
        parsers: { [TIMESTAMPTZ]: isoTimestamp },
        serializers: textSerializers,
      },
    });
    await opened.driver.waitReady;
    await forgetRowLists(opened.driver);
    refuseOddLists(opened.driver.serializers);
    return opened;
  };
  const connection = await (dataDir === undefined ? open(true) : createWholly(dataDir, open));
  const pglite = connection.driver;

  const scope = new TransactionScope();
  connection.kysely = new Kysely({ dialect: new ExclusivePgliteDialect(pglite, scope) });
  const withContext = connection.withContext.bind(connection);
  connection.withContext = (...call) => scope.run(() => withContext(...call));
  const runInTransaction = connection.runInTransaction.bind(connection);
  connection.runInTransaction = (work) => scope.run(() => runInTransaction(work));
  keepGrants(connection);

  let closed: Promise<void> | undefined;
  return {
    kind: 'pglite',
    connection,
    exec: async (sql) => void (await pglite.exec(sql)),
    query: async <T extends Row>(sql: string, parameters: readonly unknown[] = []) =>
      (await pglite.query<T>(sql, [...parameters])).rows,
    transaction: (work) =>
      pglite.transaction((transaction) =>
        work({
          exec: async (sql) => void (await transaction.exec(sql)),
          query: async <T extends Row>(sql: string, parameters: readonly unknown[] = []) =>
            (await transaction.query<T>(sql, [...parameters])).rows,
        }),
      ),
    // One connection that everything waits for: what uses it at a moment says nothing.
    use: () => ({ inUse: 1, waiting: 0, max: 1 }),
    close: () => (closed ??= connection.close()),
  };
}

/**
 * PGlite copies its parsers for each statement that it runs. Two thirds of them are for lists of whole rows of each table
 * and view of the catalog, which nothing here reads: without them a statement takes half the time.
 */
async function forgetRowLists(pglite: PGlite): Promise<void> {
  const { rows } = await pglite.query<{ list: number }>(
    "select typarray::integer as list from pg_catalog.pg_type where typtype = 'c' and typarray <> 0",
  );
  for (const { list } of rows) {
    delete pglite.parsers[list];
    delete pglite.serializers[list];
  }
}
