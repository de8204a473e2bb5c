/** Where in its file a text stands. Pages, lines and rows are counted from 1, rows as the sheet counts them. */
export type Place =
  { page: number } | { line: number } | { heading: string } | { sheet?: string; row: number };

/** A piece of a file's text. Pieces that follow each other are the text, blanks and line ends included. */
export interface TextPart {
  text: string;
  place?: Place;
}

/** One row of a table under its columns. */
export interface TableRow {
  row: number;
  cells: string[];
}

/** A sheet, or a file that is one table. */
export interface Table {
  sheet?: string;
  columns: string[];
  rows: TableRow[];
  /** It has more rows than these. */
  isCut?: boolean;
}

/** What could be read of a file. */
export interface ExtractedFile {
  parts: TextPart[];
  tables: Table[];
  /** What the person has to know of it, each a sentence. */
  notes: string[];
}

/** How much is read of one file. */
export interface ExtractionLimits {
  pages: number;
  sheets: number;
  rowsPerSheet: number;
  columns: number;
  characters: number;
  milliseconds: number;
}

export const EXTRACTION_LIMITS: ExtractionLimits = {
  pages: 200,
  sheets: 30,
  rowsPerSheet: 10_000,
  columns: 100,
  characters: 2_000_000,
  milliseconds: 20_000,
};

/** Whether nothing at all could be read. */
export function isBlank({ parts, tables }: ExtractedFile): boolean {
  return (
    parts.every(({ text }) => text.trim() === '') && tables.every(({ rows }) => rows.length === 0)
  );
}

/** A file of which nothing could be read, and why. */
export function nothing(note: string): ExtractedFile {
  return { parts: [], tables: [], notes: [note] };
}
