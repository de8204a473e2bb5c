import type { ExtractedFile, SourceLocation, TextPart } from '../extract/extracted-file.ts';
import { rowText } from '../demo/file-passages.ts';
import { storableText } from '../storable-stream.ts';

/** A passage of a document, with its position. */
export interface DocumentChunk {
  content: string;
  place?: SourceLocation;
}

/** Length of a chunk, in characters: a paragraph or two, so that a citation is precise. */
const CHUNK_LENGTH = 900;
/** Invisible characters, which could hide text from a reader: format characters and controls. */
const INVISIBLE = /[\p{Cf}\p{Co}]|(?![\n\t])\p{Cc}/gu;

/**
 * Splits the content of a file into chunks, in reading order. A chunk does not span two pages, headings or sheets. It
 * ends between paragraphs, or between sentences of a long one. Table rows repeat the column names.
 */
export function chunkFile({ parts, tables }: ExtractedFile): DocumentChunk[] {
  const chunks = new Chunks();
  for (const { text, location } of parts)
    for (const paragraph of text.split(/(?:\r?\n[ \t]*){2,}/)) chunks.add(paragraph, location);
  for (const table of tables) {
    for (const { row, cells } of table.rows) {
      const { sheet } = table;
      chunks.add(rowText(table, cells), { ...(sheet !== undefined && { sheet }), row }, '\n');
    }
  }
  return chunks.list;
}

/** Splits a note into chunks. A line that starts with # is a heading. */
export function chunkNote(note: string): DocumentChunk[] {
  const parts = note.split(/^(?=#{1,6} )/m).map((section): TextPart => {
    const [line = '', heading] = /^#{1,6} (.*)/.exec(section) ?? [];
    return heading === undefined || heading.trim() === ''
      ? { text: section }
      : { text: section.slice(line.length), location: { heading: heading.trim() } };
  });
  return chunkFile({ parts, tables: [], notes: [] });
}

/** Collects text, and starts a chunk where the position changes or the text becomes too long. */
class Chunks {
  readonly list: DocumentChunk[] = [];

  add(text: string, place?: SourceLocation, separator = '\n\n'): void {
    for (const piece of split(visible(text))) {
      const last = this.list.at(-1);
      const isNext =
        last !== undefined &&
        sectionOf(last.place) === sectionOf(place) &&
        last.content.length + separator.length + piece.length <= CHUNK_LENGTH;
      if (isNext) {
        last.content += separator + piece;
        last.place = extendRows(last.place, place);
      } else this.list.push({ content: piece, ...(place && { place }) });
    }
  }
}

/** Returns a position that covers the row of another one, too. */
function extendRows(place: SourceLocation | undefined, next: SourceLocation | undefined) {
  if (!place || !next || !('row' in place && 'row' in next) || next.row === place.row) return place;
  return { ...place, lastRow: next.row };
}

/** Identifies what a chunk must not leave. Lines and rows are positions within it. */
function sectionOf(place: SourceLocation | undefined): string {
  if (place === undefined || 'line' in place) return '';
  if ('page' in place) return `page ${place.page}`;
  return 'heading' in place ? `heading ${place.heading}` : `sheet ${place.sheet ?? ''}`;
}

function visible(text: string): string {
  return storableText(text.replace(INVISIBLE, '')).trim();
}

/** Splits a text into pieces of at most the length of a chunk, between sentences or words if possible. */
function split(text: string): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > CHUNK_LENGTH) {
    const start = rest.slice(0, CHUNK_LENGTH);
    const sentence = /^[^]*[.!?](?=\s)/.exec(start)?.[0].length ?? 0;
    const word = start.lastIndexOf(' ');
    const end =
      sentence > CHUNK_LENGTH / 3 ? sentence : word > CHUNK_LENGTH / 3 ? word : CHUNK_LENGTH;
    pieces.push(storableText(rest.slice(0, end)).trim());
    rest = rest.slice(end).trimStart();
  }
  return [...pieces, rest].filter((piece) => piece !== '');
}
