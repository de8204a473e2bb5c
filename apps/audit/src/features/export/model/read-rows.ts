import { AUDIT_EXPORT_MAX } from '@homie/contracts';

/** A page of rows; `next` is the cursor of the next page, undefined at the end. */
export interface RowsPage<Row, Cursor> {
  rows: readonly Row[];
  next: Cursor | undefined;
}

/** Options of {@link readRows}. */
export interface ReadRowsOptions<Row, Cursor> {
  /** Reads the page at a cursor, or the first page without one. */
  read: (cursor: Cursor | undefined) => Promise<RowsPage<Row, Cursor>>;
  /** Writes rows, which are not retained afterwards. */
  write: (rows: readonly Row[]) => void | Promise<void>;
  /** Called after each page with the number of rows written so far. */
  onProgress: (count: number) => void;
  signal: AbortSignal;
}

/** The number of rows written; `limited` if there were more than {@link AUDIT_EXPORT_MAX}. */
export interface ReadRowsResult {
  count: number;
  limited: boolean;
}

/**
 * Reads pages in sequence and writes each, until the last one or until more than {@link AUDIT_EXPORT_MAX} rows were
 * read. Exactly as many rows as the cap are not limited: only reading on shows if another row exists. Prefetches the
 * next page while one is written.
 * @throws the error that `read` throws, and the signal's reason once it is aborted
 */
export async function readRows<Row, Cursor>(
  options: ReadRowsOptions<Row, Cursor>,
): Promise<ReadRowsResult> {
  const { read, write, onProgress, signal } = options;
  let count = 0;
  let reading: Promise<RowsPage<Row, Cursor>> | undefined = read(undefined);
  while (reading) {
    // Sequential: each page has the cursor of the next one.
    const page: RowsPage<Row, Cursor> = await reading;
    const { rows, next } = page;
    signal.throwIfAborted();
    const fitting = rows.slice(0, AUDIT_EXPORT_MAX - count);
    const limited = fitting.length < rows.length;
    reading = limited || next === undefined ? undefined : read(next);
    // An error is thrown when this page is awaited, or ignored if the loop returns first.
    reading?.catch(() => undefined);
    // Writes are sequential to preserve the order of the rows.
    await write(fitting);
    count += fitting.length;
    onProgress(count);
    signal.throwIfAborted();
    if (limited) return { count, limited };
  }
  return { count, limited: false };
}
