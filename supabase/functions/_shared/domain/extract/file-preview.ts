import type { FilePreview } from '@homie/contracts';
import type { ExtractedFile, SourceLocation, Table } from './extracted-file.ts';

/** Maximum number of characters of text, about 100 pages, and of table cells that a preview has. */
export const PREVIEW_CHARACTERS = 200_000;
export const PREVIEW_CELLS = 10_000;

/** Returns the start of a file for a reader: its text by page or heading, and its tables. */
export function filePreview({ parts, tables, notes }: ExtractedFile): FilePreview {
  const sections: FilePreview['sections'] = [];
  let left = PREVIEW_CHARACTERS;
  for (const { text, location } of parts) {
    if (left <= 0) break;
    const heading = headingOf(location);
    const shown = text.slice(0, left);
    left -= text.length;
    const last = sections.at(-1);
    if (last?.heading === heading) last.text += shown;
    else sections.push({ heading, text: shown });
  }
  let cells = PREVIEW_CELLS;
  const previews = tables.map((table) => {
    const rows = table.rows
      .slice(0, Math.max(0, Math.floor(cells / columnCount(table))))
      .map(({ row, cells: texts, dates }) => ({
        row,
        cells: dates ? texts.map((text, column) => dates[column] ?? text) : texts,
      }));
    cells -= rows.length * columnCount(table);
    return { title: table.sheet ?? null, columns: table.columns, rows };
  });
  const isCut =
    left < 0 ||
    tables.some(({ rows, isCut: isCutBefore = false }, index) => {
      return isCutBefore || rows.length > (previews[index]?.rows.length ?? 0);
    });
  return {
    sections: sections.filter(({ text }) => text.trim() !== '').map(withoutHeading),
    tables: previews,
    notes,
    isCut,
  };
}

/** Removes the heading of a section from its text, which starts with it in documents of a word processor. */
function withoutHeading({ heading, text }: FilePreview['sections'][number]) {
  const start = text.trimStart();
  const hasHeading =
    heading !== null && start.startsWith(heading) && /^\s*(\n|$)/.test(start.slice(heading.length));
  return { heading, text: hasHeading ? start.slice(heading.length) : text };
}

const columnCount = ({ columns }: Table) => Math.max(1, columns.length);

function headingOf(location: SourceLocation | undefined): string | null {
  if (location === undefined) return null;
  if ('page' in location) return `Page ${location.page}`;
  return 'heading' in location ? location.heading : null;
}
