import type { ExtractedFile, SourceLocation, Table } from '../extract/extracted-file.ts';
import { splitIntoPassages, type Passage } from './passages.ts';

/** A file with its extracted content. */
export interface ReadFile {
  name: string;
  /** `attachments/{conversation}/{file}` in storage. */
  path?: string;
  content: ExtractedFile;
}

/**
 * Returns the passages of a file that are worth quoting, each with its position. A row is quoted with its column names.
 */
export function filePassages({ name, path, content }: ReadFile): Passage[] {
  const cite = (location?: SourceLocation) => ({
    source: location === undefined ? name : `${name}, ${sourceName(location)}`,
    ...(path !== undefined && { href: fileHref(path, location) }),
  });
  return [
    ...content.parts.flatMap(({ text, location }) => {
      const cited = cite(location);
      return splitIntoPassages(text, cited.source).map((passage) => ({ ...passage, ...cited }));
    }),
    ...content.tables.flatMap((table) =>
      table.rows.map(({ row, cells }) => ({
        text: rowText(table, cells),
        ...cite({ ...(table.sheet !== undefined && { sheet: table.sheet }), row }),
      })),
    ),
  ];
}

/** Returns the address of a file in the app, at a position: `parseFilePlace` of the chat reads it. */
function fileHref(path: string, location: SourceLocation | undefined): string {
  const [, id = ''] = path.split(/\/(.*)/s);
  if (location === undefined) return `/app?file=${id}`;
  // Parentheses would end a link of Markdown.
  const place = encodeURIComponent(placeName(location)).replaceAll(
    /[!'()*~]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `/app?file=${id}&place=${place}`;
}

function placeName(location: SourceLocation): string {
  if ('page' in location) return `page-${location.page}`;
  if ('line' in location) return `line-${location.line}`;
  if ('heading' in location) return `under-${location.heading}`;
  const { sheet, row } = location;
  return sheet === undefined ? `row-${row}` : `row-${row}-${sheet}`;
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
