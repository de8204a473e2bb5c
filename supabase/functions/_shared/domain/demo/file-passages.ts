import type { ExtractedFile, Place, Table } from '../extract/extracted-file.ts';
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
    ...content.parts.flatMap(({ text, place }) =>
      splitIntoPassages(text, place === undefined ? name : `${name}, ${sourceName(place)}`),
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

function sourceName(place: Place): string {
  if ('page' in place) return `page ${place.page}`;
  if ('line' in place) return `line ${place.line}`;
  if ('heading' in place) return `under “${place.heading}”`;
  return place.sheet === undefined
    ? `row ${place.row}`
    : `sheet “${place.sheet}”, row ${place.row}`;
}
