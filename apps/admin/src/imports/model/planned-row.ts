import type { TableRow } from './read-table';

/** A row of an import as the preview shows it: what is sent for it, or the reason why nothing is. */
export type PlannedRow<Entry> = {
  line: number;
  /** Names the row. */
  title: string;
  /** The other values, for the preview. */
  details: string;
} & (
  | { state: 'new'; entry: Entry; note?: string }
  | { state: 'unchanged'; reason: string }
  | { state: 'error'; reason: string }
);

/** The result of a row that was sent. */
export type RowResult =
  { outcome: 'done' | 'unchanged' } | { outcome: 'later' | 'failed'; reason: string };

/** The import as far as it got. `results` has the rows that were sent, by line. */
export interface ImportProgress<Entry> {
  rows: readonly PlannedRow<Entry>[];
  results: ReadonlyMap<number, RowResult>;
  status: 'planned' | 'sending' | 'sent' | 'undoing' | 'undone';
}

/** Returns a check that finds the line on which a value was first, if an earlier row had it. */
export function findRepeats(): (value: string, row: TableRow) => number | undefined {
  const lines = new Map<string, number>();
  return (value, { line }) => {
    const first = lines.get(value);
    if (first === undefined) lines.set(value, line);
    return first;
  };
}

/** Returns the first rule that a row breaks. */
export function describeFirstIssue({ issues }: { issues: readonly { message: string }[] }): string {
  return issues[0]?.message ?? 'This row is invalid.';
}
