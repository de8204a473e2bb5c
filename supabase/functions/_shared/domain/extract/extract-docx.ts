import { zipEntries } from '../scan/zip-entries.ts';
import type { Allowance } from './allowance.ts';
import type { ExtractedFile, TextPart } from './extracted-file.ts';
import { onlyFirst } from './notes.ts';
import { readXml } from './read-xml.ts';
import { attribute, type XmlPiece } from './xml-pieces.ts';

/** The parts of the document to read, in this order. */
const PARTS = ['word/document.xml', 'word/footnotes.xml', 'word/endnotes.xml'];
/** Invisible elements: fallback content for old readers, deleted or moved text, and field codes. */
const UNSEEN = new Set(['Fallback', 'del', 'moveFrom', 'instrText', 'delText']);

/** Extracts the text of a Word document in paragraphs, each with the heading above it. */
export async function extractDocx(
  name: string,
  bytes: Uint8Array,
  allowance: Allowance,
): Promise<ExtractedFile> {
  const entries = zipEntries(bytes);
  const reading = new DocumentReading(allowance);
  for (const part of PARTS) {
    const entry = entries.find((candidate) => candidate.name === part);
    for await (const pieces of readXml(entry, allowance)) {
      for (const piece of pieces) reading.take(piece);
      if (allowance.isSpent || allowance.isOutOfTime) {
        const { parts } = reading;
        const length = parts.reduce((sum, { text }) => sum + text.length, 0);
        return { parts, tables: [], notes: [onlyFirst(length, 'characters', name)] };
      }
    }
  }
  return { parts: reading.parts, tables: [], notes: [] };
}

/** Assembles paragraphs from XML pieces. The cells of a table row become one line. */
class DocumentReading {
  readonly parts: TextPart[] = [];
  readonly #allowance: Allowance;
  #paragraph = '';
  #row: string[] | undefined;
  #cell = '';
  #heading: string | undefined;
  #isHeading = false;
  #isText = false;
  #unseen = 0;

  constructor(allowance: Allowance) {
    this.#allowance = allowance;
  }

  take(piece: XmlPiece): void {
    if (piece.kind === 'text') {
      if (this.#isText && this.#unseen === 0) this.#paragraph += piece.text;
    } else if (UNSEEN.has(piece.name)) {
      if (piece.kind === 'close') this.#unseen = Math.max(0, this.#unseen - 1);
      else if (!piece.isEmpty) this.#unseen += 1;
    } else if (this.#unseen > 0) return;
    else if (piece.kind === 'open') this.#open(piece);
    else this.#close(piece.name);
  }

  #open({ name, attributes, isEmpty }: Extract<XmlPiece, { kind: 'open' }>): void {
    if (name === 't') this.#isText = !isEmpty;
    else if (name === 'tab') this.#paragraph += '\t';
    else if (name === 'br' || name === 'cr') this.#paragraph += '\n';
    else if (name === 'noBreakHyphen') this.#paragraph += '\u2011';
    else if (name === 'pStyle')
      this.#isHeading = /^(heading|title)/i.test(attribute(attributes, 'val') ?? '');
    else if (name === 'tr') this.#row ??= [];
  }

  #close(name: string): void {
    if (name === 't') this.#isText = false;
    else if (name === 'p') this.#endParagraph();
    else if (name === 'tc' && this.#row) {
      this.#row.push(this.#cell.trim());
      this.#cell = '';
    } else if (name === 'tr' && this.#row) {
      this.#add(this.#row.join(' | '), '\n');
      this.#row = undefined;
    } else if (name === 'tbl') this.#add('', '\n');
  }

  #endParagraph(): void {
    const text = this.#paragraph.replace(/^(?:[ ]*\t)+/, '');
    this.#paragraph = '';
    if (this.#row) this.#cell += `${text} `;
    else if (text.trim() !== '') {
      if (this.#isHeading) this.#heading = text.trim();
      this.#add(text, '\n\n');
    }
    this.#isHeading = false;
  }

  #add(text: string, end: string): void {
    const taken = this.#allowance.take(text + end);
    if (taken === '') return;
    const heading = this.#heading;
    this.parts.push({ text: taken, ...(heading !== undefined && { location: { heading } }) });
  }
}
