import type { ExtractedFile, Place, Table } from '../extract/extracted-file.ts';
import { splitIntoPassages, type Passage } from './passages.ts';

/** What could be read of a file, under its name. */
export interface ReadFile {
  name: string;
  content: ExtractedFile;
}

/** Everything of a file that is worth quoting, each with its place. A row is quoted with the names of its columns. */
export function filePassages({ name, content }: ReadFile): Passage[] {
  return [
    ...content.parts.flatMap(({ text, place }) =>
      splitIntoPassages(text, place === undefined ? name : `${name}, ${placeName(place)}`),
    ),
    ...content.tables.flatMap((table) =>
      table.rows.map(({ row, cells }) => ({
        text: rowText(table, cells),
        source: `${name}, ${placeName({ ...(table.sheet !== undefined && { sheet: table.sheet }), row })}`,
      })),
    ),
  ];
}

/** A row as a sentence: its cells, each after the name of its column. */
export function rowText({ columns }: Table, cells: readonly string[]): string {
  return cells
    .flatMap((cell, index) => (cell === '' ? [] : [`${columns[index] ?? index + 1}: ${cell}`]))
    .join(' · ');
}

function placeName(place: Place): string {
  if ('page' in place) return `page ${place.page}`;
  if ('line' in place) return `line ${place.line}`;
  if ('heading' in place) return `under “${place.heading}”`;
  return place.sheet === undefined
    ? `row ${place.row}`
    : `sheet “${place.sheet}”, row ${place.row}`;
}
