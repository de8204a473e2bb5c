import { AUDIT_EXPORT_MAX } from '@homie/contracts';

/** A part of what is exported; `next` is where to go on, undefined at the end. */
export interface RowsPage<Row, Place> {
  rows: readonly Row[];
  next: Place | undefined;
}

/** How to export: where rows come from and where they go. */
export interface ReadRowsOptions<Row, Place> {
  /** Reads the first page, or the one at a place. */
  read: (place: Place | undefined) => Promise<RowsPage<Row, Place>>;
  /** Takes rows; they are not kept. */
  write: (rows: readonly Row[]) => void | Promise<void>;
  /** Told the rows written so far, after each page. */
  onProgress: (count: number) => void;
  signal: AbortSignal;
}

/** What became of it: the rows written, and whether there were more than fit. */
export interface ReadRowsResult {
  count: number;
  limited: boolean;
}

/**
 * Reads page after page and hands each on, until there is none or more than {@link AUDIT_EXPORT_MAX} rows were read.
 * Exactly as many rows as the cap are not limited: whether another one exists is only known by reading on. The next page
 * is under way while one is written.
 * @throws what `read` throws, and the signal's reason once it is aborted
 */
export async function readRows<Row, Place>(
  options: ReadRowsOptions<Row, Place>,
): Promise<ReadRowsResult> {
  const { read, write, onProgress, signal } = options;
  let count = 0;
  let reading: Promise<RowsPage<Row, Place>> | undefined = read(undefined);
  while (reading) {
    // A page tells where the next one begins.
    const page: RowsPage<Row, Place> = await reading;
    const { rows, next } = page;
    signal.throwIfAborted();
    const fitting = rows.slice(0, AUDIT_EXPORT_MAX - count);
    const limited = fitting.length < rows.length;
    reading = limited || next === undefined ? undefined : read(next);
    // Its failure is told when it is its turn, or by nobody when this ends before.
    reading?.catch(() => undefined);
    // Rows are written in their order.
    await write(fitting);
    count += fitting.length;
    onProgress(count);
    signal.throwIfAborted();
    if (limited) return { count, limited };
  }
  return { count, limited: false };
}
