import type { ImportProgress, PlannedRow, RowResult } from './planned-row';

/** Counts what the rows of a preview do, without zeros. */
export function describeCounts(rows: readonly PlannedRow<unknown>[]): string {
  const count = (state: PlannedRow<unknown>['state']) =>
    rows.filter((row) => row.state === state).length;
  return listCounts([
    [count('new'), 'new'],
    [count('unchanged'), 'unchanged'],
    [count('error'), 'with an error, not sent'],
  ]);
}

/** Names the columns that are not imported. */
export function describeIgnored(names: readonly string[]): string {
  const list = new Intl.ListFormat('en-AU', { type: 'conjunction' }).format(names);
  return names.length === 1
    ? `The column ${list} is not imported.`
    : `The columns ${list} are not imported.`;
}

/** Counts the results of an import, without zeros. @param doneLabel e.g. 'Invited' */
export function describeSent(
  { rows, results, status }: ImportProgress<unknown>,
  doneLabel: string,
): string {
  if (status === 'undone') return 'Undone. What was in use already stays.';
  const count = (outcome: RowResult['outcome']) =>
    [...results.values()].filter((result) => result.outcome === outcome).length;
  const unsent = rows.filter((row) => isUnsent(row, results)).length;
  return listCounts([
    [count('done'), doneLabel.toLowerCase()],
    [count('unchanged'), 'unchanged'],
    [count('failed'), 'failed'],
    [unsent, status === 'sending' ? 'to go' : 'left for later'],
  ]);
}

/** Checks whether a row is still to be sent. */
export function isUnsent(
  { line, state }: PlannedRow<unknown>,
  results: ReadonlyMap<number, RowResult>,
): boolean {
  const { outcome = 'later' } = results.get(line) ?? {};
  return state === 'new' && outcome === 'later';
}

function listCounts(counts: readonly (readonly [count: number, text: string])[]): string {
  return counts
    .filter(([count]) => count > 0)
    .map(([count, text]) => `${count.toLocaleString('en-AU')} ${text}`)
    .join(', ');
}
