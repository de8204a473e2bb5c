/** A row of a table by the names of its columns, and the line of the text on which it starts. */
export interface TableRow {
  line: number;
  cells: Readonly<Record<string, string>>;
}

/** The names of the columns of a table, in lower case and with single blanks for hyphens and underscores. */
export interface TableColumns {
  required: readonly string[];
  optional: readonly string[];
  /** Other names of a column, e.g. those that Excel lists and payroll systems use. */
  aliases?: Readonly<Record<string, readonly string[]>>;
  /** Names of columns that together are a column without a name of its own, in the order in which they are joined. */
  parts?: Readonly<Record<string, readonly string[]>>;
}

/** A table that was read, or the reason why it cannot be imported. */
export type ReadTable = { rows: TableRow[]; ignored: string[] } | { problem: string };

/** The parts of a person's name, in the order in which it is written. */
export const NAME_PARTS = [
  'first name',
  'given name',
  'given names',
  'last name',
  'surname',
  'family name',
];

const DELIMITERS = [',', ';', '\t'];

/**
 * Reads a table with a header from CSV text. Cells are text, whatever they start with. Empty lines are skipped.
 * @param rowsMax the number of rows that can be imported at once
 * @returns its rows, and the names of columns that were ignored
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
  if (!header) return { problem: 'There are no rows below the column names.' };
  const known = [...columns.required, ...columns.optional];
  const indexes = new Map(known.map((name) => [name, findColumn(header.cells, name, columns)]));
  const missing = columns.required.filter((name) => indexes.get(name)?.length === 0);
  if (missing.length > 0)
    return {
      problem: `The first line has to name the columns ${columns.required.join(', ')}. Missing: ${missing.join(', ')}.`,
    };
  if (rows.length === 0) return { problem: 'There are no rows below the column names.' };
  if (rows.length > rowsMax)
    return { problem: `Import at most ${rowsMax} rows at once. This table has ${rows.length}.` };

  const used = new Set([...indexes.values()].flat());
  return {
    rows: rows.map((row) => ({
      line: row.line,
      cells: Object.fromEntries(
        [...indexes].map(([name, own]) => {
          const cells = own.map((index) => row.cells[index] ?? '');
          return [name, cells.join(' ').trim()];
        }),
      ),
    })),
    ignored: header.cells.filter((name, index) => name !== '' && !used.has(index)),
  };
}

/** Returns the indexes of the cells that are a column: by its name, another name of it, or its parts. */
function findColumn(
  header: readonly string[],
  name: string,
  { aliases, parts }: TableColumns,
): number[] {
  const names = header.map((cell) => cell.toLowerCase().replaceAll(/[\s_-]+/g, ' '));
  const indexOf = (wanted: string) => {
    const index = names.indexOf(wanted);
    return index < 0 ? [] : [index];
  };
  const [whole] = [name, ...(aliases?.[name] ?? [])].flatMap(indexOf);
  return whole === undefined ? (parts?.[name] ?? []).flatMap(indexOf) : [whole];
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
