import type { PGlite, Transaction } from '@electric-sql/pglite';
import {
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
} from 'kysely';
import type { TransactionScope } from './transaction-scope.ts';

/**
 * A Kysely dialect in which a transaction has PGlite to itself.
 *
 * PGlite is a single connection. The dialect that comes with `@supabase/lite` sends BEGIN and
 * COMMIT as plain queries, so two requests at once share one transaction and the last
 * `set role` wins for both: one person's query runs as the other. Here a transaction holds
 * PGlite's own lock from BEGIN to COMMIT, and every other query waits for it.
 */
export class ExclusivePgliteDialect implements Dialect {
  readonly #pglite: PGlite;
  readonly #scope: TransactionScope;

  constructor(pglite: PGlite, scope: TransactionScope) {
    this.#pglite = pglite;
    this.#scope = scope;
  }

  createAdapter() {
    return new PostgresAdapter();
  }

  createQueryCompiler() {
    return new PostgresQueryCompiler();
  }

  createIntrospector(database: Kysely<unknown>) {
    return new PostgresIntrospector(database);
  }

  createDriver(): Driver {
    return {
      init: async () => {},
      acquireConnection: async () => new ExclusiveConnection(this.#pglite, this.#scope),
      beginTransaction: (connection) => own(connection).begin(),
      commitTransaction: (connection) => own(connection).end('commit'),
      rollbackTransaction: (connection) => own(connection).end('rollback'),
      releaseConnection: async () => {},
      // PGlite is closed by who opened it.
      destroy: async () => {},
    };
  }
}

function own(connection: DatabaseConnection): ExclusiveConnection {
  if (connection instanceof ExclusiveConnection) return connection;
  throw new TypeError('not a connection of this dialect');
}

class ExclusiveConnection implements DatabaseConnection {
  readonly #pglite: PGlite;
  readonly #scope: TransactionScope;
  #transaction: Transaction | undefined;
  #finish: ((how: 'commit' | 'rollback') => void) | undefined;
  #finished: Promise<void> | undefined;

  constructor(pglite: PGlite, scope: TransactionScope) {
    this.#pglite = pglite;
    this.#scope = scope;
  }

  async begin(): Promise<void> {
    if (this.#scope.open) throw new Error('a transaction inside a transaction');
    await new Promise<void>((opened, failed) => {
      const decision = new Promise<'commit' | 'rollback'>((decide) => {
        this.#finish = decide;
      });
      this.#finished = this.#pglite.transaction(async (transaction) => {
        this.#transaction = transaction;
        opened();
        if ((await decision) === 'rollback') await transaction.rollback();
      });
      this.#finished.catch(failed);
    });
    this.#scope.open = this.#transaction;
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    this.#transaction = undefined;
    this.#scope.open = undefined;
    this.#finish?.(how);
    await this.#finished;
  }

  async executeQuery<R>(compiled: CompiledQuery): Promise<QueryResult<R>> {
    const target = this.#transaction ?? this.#scope.open ?? this.#pglite;
    const { rows, affectedRows } = await target.query<R>(compiled.sql, [...compiled.parameters]);
    return affectedRows === undefined ? { rows } : { rows, numAffectedRows: BigInt(affectedRows) };
  }

  // oxlint-disable-next-line require-yield -- the interface asks for a generator
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('PGlite cannot stream rows');
  }
}
