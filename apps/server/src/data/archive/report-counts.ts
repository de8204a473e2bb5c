/** Reports the numbers of processed rows and files. */
export type ReportCounts = (rows: number, files: number) => void;

const EVERY_MS = 2_000;

/**
 * Creates a progress report that writes a line every two seconds; shorter work writes none.
 * @param what the line's first word, e.g. 'Written'
 */
export function reportCounts(what: string, write: (text: string) => void): ReportCounts {
  let next = performance.now() + EVERY_MS;
  return (rows, files) => {
    if (performance.now() < next) return;
    next = performance.now() + EVERY_MS;
    write(`${what}: ${rows} rows, ${files} files`);
  };
}
