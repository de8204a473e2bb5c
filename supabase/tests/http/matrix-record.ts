import type { Key, Row } from './rest.ts';
import type { Actor, MatrixWorld } from './world.ts';

/** A kind of record in the access matrix. */
export interface MatrixRecord {
  table: string;
  /** Inserts a row that belongs to, is assigned to or is granted to `worker`. */
  arrange(world: MatrixWorld): Promise<Key>;
  /** Returns the row that `actor` would gain most from inserting, and its key. */
  wish?(world: MatrixWorld, actor: Actor): Promise<{ row: Row; key: Key }>;
  /** Changes to attempt, by the name of the operation in the matrix. */
  changes?: Record<string, (world: MatrixWorld) => Row>;
}
