import type { ExtractedFile, SourceLocation, Table } from '../extract/extracted-file.ts';
import { splitIntoPassages, type Passage } from './passages.ts';

/** A file with its extracted content. */
export interface ReadFile {
  name: string;
  content: ExtractedFile;
}

/**
 * Returns the passages of a file that are worth quoting, each with its position. A row is quoted with its column names.
 */
export function filePassages({ name, content }: ReadFile): Passage[] {
  return [
    ...content.parts.flatMap(({ text, location }) =>
      splitIntoPassages(text, location === undefined ? name : `${name}, ${sourceName(location)}`),
    ),
    ...content.tables.flatMap((table) =>
      table.rows.map(({ row, cells }) => ({
        text: rowText(table, cells),
        source: `${name}, ${sourceName({ ...(table.sheet !== undefined && { sheet: table.sheet }), row })}`,
      })),
    ),
  ];
}

/** Formats a row as text: its cells, each after its column name. */
export function rowText({ columns }: Table, cells: readonly string[]): string {
  return cells
    .flatMap((cell, index) => (cell === '' ? [] : [`${columns[index] ?? index + 1}: ${cell}`]))
    .join(' · ');
}

/** Formats a position as text, e.g. `page 3`. */
export function sourceName(location: SourceLocation): string {
  if ('page' in location) return `page ${location.page}`;
  if ('line' in location) return `line ${location.line}`;
  if ('heading' in location) return `under “${location.heading}”`;
  const { sheet, row, lastRow } = location;
  const rows = lastRow === undefined ? `row ${row}` : `rows ${row}–${lastRow}`;
  return sheet === undefined ? rows : `sheet “${sheet}”, ${rows}`;
}
