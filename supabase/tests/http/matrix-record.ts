import type { Key, Row } from './rest.ts';
import type { Person, World } from './world.ts';

/** A kind of record in the access matrix. */
export interface MatrixRecord {
  table: string;
  /** Inserts a row that belongs to, is assigned to or is granted to `worker`. */
  arrange(world: World): Promise<Key>;
  /** Returns the row that `actor` would gain most from inserting, and its key. */
  wish?(world: World, actor: Person): Promise<{ row: Row; key: Key }>;
  /** Changes to attempt, by the name of the operation in the matrix. */
  changes?: Record<string, (world: World) => Row>;
}
