/** Rows of a table with its columns, as far as they have values. */
export interface TableRows {
  columns: string[];
  /** The cells of each row, by column. */
  rows: ReadonlyMap<string, string>[];
}

/** Parses a line: `Name: Maya · Suburb: Coburg`. Returns null if a value has no column name. */
function parseRow(line: string): ReadonlyMap<string, string> | null {
  const row = new Map<string, string>();
  for (const cell of line.split(' · ')) {
    const [, column, value] = /^(.+?): (.*)$/.exec(cell) ?? [];
    // Not a cell, or half of one, whose value has the separator.
    if (column === undefined || value === undefined || row.has(column)) return null;
    row.set(column, value);
  }
  return row;
}

/** Adds the columns of a row that are new, each after the one that it follows in the row. */
function mergeColumns(columns: string[], row: ReadonlyMap<string, string>): void {
  let at = 0;
  for (const column of row.keys()) {
    const known = columns.indexOf(column);
    if (known < 0) columns.splice(at, 0, column);
    at = (known < 0 ? at : known) + 1;
  }
}

/** Parses the rows in the text of a passage, or returns null if it has another form: it is shown as text then. */
export function parseTableRows(content: string): TableRows | null {
  const columns: string[] = [];
  const rows: TableRows['rows'] = [];
  for (const line of content.split('\n')) {
    const row = parseRow(line);
    if (row === null) return null;
    rows.push(row);
    mergeColumns(columns, row);
  }
  return { columns, rows };
}
