/**
 * The position of a text in its file. Pages, lines and rows are 1-based; rows have the numbers that the sheet shows.
 * `lastRow` is the last one of a text that covers several.
 */
export type SourceLocation =
  | { page: number }
  | { line: number }
  | { heading: string }
  | { sheet?: string; row: number; lastRow?: number };

/** A segment of a file's text. Consecutive segments form the text, including white space and line breaks. */
export interface TextPart {
  text: string;
  location?: SourceLocation;
}

/** A row of a table, with its cells in the order of the columns. */
export interface TableRow {
  row: number;
  cells: string[];
  /** The numbers of the cells whose text does not show them exactly, by column; durations in days. */
  numbers?: Record<number, number>;
  /** The dates of the cells as the sheet shows them, by column, where the text has another order. */
  dates?: Record<number, string>;
  /** The columns whose cells repeat the value of merged cells. A sum counts it once. */
  merged?: number[];
}

/** A sheet, or a file that consists of one table. */
export interface Table {
  sheet?: string;
  columns: string[];
  rows: TableRow[];
  /** True if the source has more rows than these. */
  isCut?: boolean;
}

/** The extracted content of a file. */
export interface ExtractedFile {
  parts: TextPart[];
  tables: Table[];
  /** Notes for the user about the extraction, each a complete sentence. */
  notes: string[];
}

/** A file to extract. The caller hands over its bytes. */
export interface FileToExtract {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Receives the share of a file that was read, from 0 to 1. */
export type OnProgress = (share: number) => void;

/** Reads a character map of PDF.js by the name of its file. */
export type ReadCharacterMap = (name: string) => Promise<Uint8Array>;

/** Extracts a file, in this thread or another. Never rejects. */
export type ExtractFile = (
  file: FileToExtract,
  options?: { onProgress?: OnProgress },
) => Promise<ExtractedFile>;

/** The limits for extracting one file. */
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

/** Returns true if nothing could be read. */
export function isBlank({ parts, tables }: ExtractedFile): boolean {
  return (
    parts.every(({ text }) => text.trim() === '') && tables.every(({ rows }) => rows.length === 0)
  );
}

/** Returns an empty result with the reason as a note. */
export function nothing(note: string): ExtractedFile {
  return { parts: [], tables: [], notes: [note] };
}
