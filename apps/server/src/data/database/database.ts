import type { PostgresConnection } from '@supabase/lite/postgres';
import type { Sql } from 'postgres';

/** A row as the driver gives it. */
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
   * @returns the rows; timestamps come as ISO 8601 text
   */
  query<T extends Row = Row>(sql: string, parameters?: readonly unknown[]): Promise<T[]>;
}

/** A PostgreSQL database: the embedded one, or that of DATABASE_URL. */
export interface Database extends Queryable {
  /** The connection that `@supabase/lite` serves REST and auth from. */
  readonly connection: PostgresConnection;
  /** Runs `work` in one transaction: all of it is kept, or none when it throws. */
  transaction<T>(work: (transaction: Queryable) => Promise<T>): Promise<T>;
  /** Returns a connection of its own, for who listens; the caller ends it. */
  connectAlone(): Sql;
  /** How many connections are in use now, how much waits for one, and how many there may be. */
  use(): { inUse: number; waiting: number; max: number };
  /** For how many milliseconds an embedded database has been down; 0 for one that others run. */
  downFor(): number;
  /** Ends open work, closes the connections, and stops an embedded database. May be called twice. */
  close(): Promise<void>;
}
