import type { PostgresConnection } from '@supabase/lite/postgres';
import type { Sql } from 'postgres';
import type { Settings } from './request-settings.ts';

/** A row as returned by the driver. */
export type Row = Record<string, unknown>;

/** Runs SQL as the owner of the database: row-level security does not apply. */
export interface Queryable {
  /**
   * Runs any number of statements without parameters.
   * @throws the driver's error, with `code` holding the SQLSTATE
   */
  exec(sql: string): Promise<void>;
  /**
   * Runs one statement. Parameters are `$1`, `$2`, …; a JSON parameter is passed as an object.
   * @param options `prepare` saves a round trip in each connection's later queries of this text, which must be constant
   * @returns the rows, with timestamps as ISO 8601 text
   */
  query<T extends Row = Row>(
    sql: string,
    parameters?: readonly unknown[],
    options?: { prepare: boolean },
  ): Promise<T[]>;
}

/** A statement that returns one text. */
export interface SettingsCall {
  /** Name of the call for those who read the queries that run, an identifier. */
  name: string;
  /** Role and request. They end with the call. */
  settings: Settings;
  /** Statement with the parameter `$1`. */
  statement: string;
  /** Value of the parameter, as JSON. */
  input: string;
}

/** A PostgreSQL database: the embedded one, or that of DATABASE_URL. */
export interface Database extends Queryable {
  /** The connection that `@supabase/lite` serves REST and auth from. */
  readonly connection: PostgresConnection;
  /** Runs `work` in one transaction, which is rolled back if `work` throws. */
  transaction<T>(work: (transaction: Queryable) => Promise<T>): Promise<T>;
  /**
   * Runs a statement with other settings, in one round trip. It is cancelled with the request that it is part of.
   * @throws like `query`
   */
  runWithSettings(call: SettingsCall): Promise<string | null>;
  /** Opens a separate connection for a listener; the caller closes it. */
  connectAlone(): Sql;
  /** Returns the number of connections in use, of queries that wait for one, and of connections in the pool. */
  use(): { inUse: number; waiting: number; max: number };
  /** Returns for how many milliseconds an embedded database has been down; 0 for an external one. */
  downFor(): number;
  /** Finishes open work, closes the connections, and stops an embedded database. May be called twice. */
  close(): Promise<void>;
}
