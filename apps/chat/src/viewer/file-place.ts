/** A position in a file that a reply cites. Pages, lines and rows are counted from 1. */
export type FilePlace =
  { page: number } | { line: number } | { row: number; sheet: string | null } | { heading: string };

/** Parses the position in the address of a cited file, e.g. `page-3` or `row-12-Shifts`. */
export function parseFilePlace(text: string | null): FilePlace | undefined {
  const [, heading] = /^under-(.+)$/s.exec(text ?? '') ?? [];
  if (heading !== undefined) return { heading };
  const [, kind, digits, sheet] = /^(page|line|row)-(\d{1,7})(?:-(.+))?$/s.exec(text ?? '') ?? [];
  const number = Number(digits);
  if (kind === 'page') return { page: number };
  if (kind === 'line') return { line: number };
  return kind === 'row' ? { row: number, sheet: sheet ?? null } : undefined;
}
