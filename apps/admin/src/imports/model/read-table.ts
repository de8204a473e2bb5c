/** A row of a table by the names of its columns, and the line of the text on which it starts. */
export interface TableRow {
  line: number;
  cells: Readonly<Record<string, string>>;
}

/** The names of the columns of a table, in lower case. */
export interface TableColumns {
  required: readonly string[];
  optional: readonly string[];
}

/** A table that was read, or the reason why it cannot be imported. */
export type ReadTable = { rows: TableRow[] } | { problem: string };

const DELIMITERS = [',', ';', '\t'];

/**
 * Reads a table with a header from CSV text. Cells are text, whatever they start with. Empty lines are skipped.
 * @param rowsMax the number of rows that can be imported at once
 */
export async function readTable(
  text: string,
  columns: TableColumns,
  rowsMax: number,
): Promise<ReadTable> {
  const { default: Papa } = await import('papaparse');
  const source = text.replace(/^\uFEFF/, '');
  const lines = countLines(source);
  const found: { line: number; cells: string[] }[] = [];
  let line = 1;
  Papa.parse<string[]>(source, {
    delimitersToGuess: DELIMITERS,
    step({ data, meta }) {
      // A second blank between two words is not visible in the list that is imported into.
      const cells = data.map((cell) => cell.trim().replaceAll(/ +/g, ' '));
      if (cells.some((cell) => cell !== '')) found.push({ line, cells });
      line = lines(meta.cursor);
    },
  });

  const [header, ...rows] = found;
  if (!header || rows.length === 0) return { problem: 'There are no rows below the column names.' };
  const names = header.cells.map((name) => name.toLowerCase());
  const missing = columns.required.filter((name) => !names.includes(name));
  if (missing.length > 0)
    return {
      problem: `The first line has to name the columns ${columns.required.join(', ')}. Missing: ${missing.join(', ')}.`,
    };
  if (rows.length > rowsMax)
    return { problem: `Import at most ${rowsMax} rows at once. This table has ${rows.length}.` };

  const known = [...columns.required, ...columns.optional];
  return {
    rows: rows.map((row) => ({
      line: row.line,
      cells: Object.fromEntries(known.map((name) => [name, row.cells[names.indexOf(name)] ?? ''])),
    })),
  };
}

/** Returns a function that finds the line of an offset; offsets have to increase. */
function countLines(text: string): (offset: number) => number {
  let [line, position] = [1, 0];
  return (offset) => {
    line += text.slice(position, offset).match(/\r\n|\n|\r/g)?.length ?? 0;
    position = offset;
    return line;
  };
}

/** Decodes a table of Excel or another program: UTF-8, its "Unicode Text", or the encoding of its CSV on Windows. */
export function decodeTable(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // The byte with which Excel's "Unicode Text" starts.
    const isUnicode = new Uint8Array(bytes)[0] === 0xff;
    return new TextDecoder(isUnicode ? 'utf-16' : 'windows-1252').decode(bytes);
  }
}
