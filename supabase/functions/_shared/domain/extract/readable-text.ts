import type { ExtractedFile, Table } from './extracted-file.ts';

/**
 * Formats a file's text for a model: each page after its number, tables as CSV with row numbers. The notes are first, so
 * that they remain if the text is truncated.
 */
export function readableText({ parts, tables, notes }: ExtractedFile): string {
  const pieces = notes.map((note) => `[note: ${note}]\n`);
  for (const { text, location } of parts) {
    if (location && 'page' in location) pieces.push(`[page ${location.page}]\n`);
    pieces.push(text);
  }
  return [...pieces, ...tables.map(tableText)].join('');
}

function tableText({ sheet, columns, rows }: Table): string {
  const title = sheet === undefined ? '' : `[sheet ${JSON.stringify(sheet)}]\n`;
  const lines = [['row', ...columns], ...rows.map(({ row, cells }) => [String(row), ...cells])];
  return `${title}${lines.map((cells) => cells.map(quoteCell).join(',')).join('\n')}\n`;
}

function quoteCell(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
