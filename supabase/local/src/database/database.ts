import type { PgliteConnection } from '@supabase/lite/pglite';
import type { PostgresConnection } from '@supabase/lite/postgres';

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

/** One database, whichever of the two kinds. */
export interface Database extends Queryable {
  readonly kind: 'pglite' | 'postgres';
  /** The connection that `@supabase/lite` serves REST and auth from. */
  readonly connection: PgliteConnection | PostgresConnection;
  /** Runs `work` in one transaction: all of it is kept, or none when it throws. */
  transaction<T>(work: (transaction: Queryable) => Promise<T>): Promise<T>;
  /** How many connections are in use now, how much waits for one, and how many there may be. */
  use(): { inUse: number; waiting: number; max: number };
  /** Ends open work and closes the files or the connections. May be called twice. */
  close(): Promise<void>;
}
