import { zipEntries } from '../scan/zip-entries.ts';
import type { Allowance } from './allowance.ts';
import { DocumentReading, type DocumentContext } from './document-reading.ts';
import { DocumentStyles } from './document-styles.ts';
import type { ExtractedFile, TextPart } from './extracted-file.ts';
import { ListNumbers } from './list-numbers.ts';
import { hiddenText, onlyFirst, pictures } from './notes.ts';
import { mainPart, readRelations, type Entries, type Relation } from './office-relations.ts';
import { readXml } from './read-xml.ts';
import { attribute } from './xml-pieces.ts';

/**
 * Extracts the text of a Word document in paragraphs, each with the heading above it: headers, the document with its
 * notes, and footers. Tracked changes are read as accepted.
 */
export async function extractDocx(
  name: string,
  bytes: Uint8Array,
  allowance: Allowance,
): Promise<ExtractedFile> {
  const entries = new Map(zipEntries(bytes).map((entry) => [entry.name.toLowerCase(), entry]));
  const main = await mainPart(entries, 'word/document.xml', allowance);
  const relations = await readRelations(entries, main, allowance);
  const pathOf = (type: string) =>
    relations.find((relation) => relation.type === type)?.target ?? `word/${type}.xml`;
  const context: DocumentContext = {
    allowance,
    styles: await DocumentStyles.read(entries.get(pathOf('styles')), allowance),
    lists: await ListNumbers.read(entries.get(pathOf('numbering')), allowance),
    notes: new Map(),
  };
  const body = await readPart(entries, main, context);
  const stories = await readStories(entries, relations, body, context);
  const notes = [
    await readPart(entries, pathOf('footnotes'), context),
    await readPart(entries, pathOf('endnotes'), context),
  ];
  const all = [body, ...notes];
  const parts = [
    ...stories.headers,
    ...all.flatMap((reading) => reading.parts),
    ...stories.footers,
  ];
  const isCut = allowance.isSpent || allowance.isOutOfTime;
  const length = parts.reduce((sum, { text }) => sum + text.length, 0);
  return {
    parts,
    tables: [],
    notes: [
      ...(isCut ? [onlyFirst(length, 'characters', name)] : []),
      ...(all.some((reading) => reading.hasHiddenText) ? [hiddenText(name)] : []),
      ...(body.pictures > 0 ? [pictures(body.pictures, name)] : []),
    ],
  };
}

async function readPart(
  entries: Entries,
  path: string,
  context: DocumentContext,
): Promise<DocumentReading> {
  const { allowance } = context;
  const reading = new DocumentReading(context);
  for await (const pieces of readXml(entries.get(path), allowance)) {
    for (const piece of pieces) reading.take(piece);
    if (allowance.isSpent || allowance.isOutOfTime) break;
  }
  return reading;
}

/** Reads the headers and footers that pages show, each text once: sections repeat them. */
async function readStories(
  entries: Entries,
  relations: readonly Relation[],
  { references }: DocumentReading,
  context: DocumentContext,
): Promise<{ headers: TextPart[]; footers: TextPart[] }> {
  const stories = { headers: [] as TextPart[], footers: [] as TextPart[] };
  const hasEvenPages = await readEvenPages(entries, relations, context.allowance);
  const seen = new Set<string>();
  for (const { id, pages, hasFirstPage } of references) {
    const isShown = pages === 'first' ? hasFirstPage : pages !== 'even' || hasEvenPages;
    const relation = relations.find((each) => each.id === id);
    if (!isShown || !relation || seen.has(relation.target)) continue;
    seen.add(relation.target);
    const { parts } = await readPart(entries, relation.target, context);
    const text = parts.map((part) => part.text).join('');
    if (seen.has(text)) continue;
    seen.add(text);
    stories[relation.type === 'footer' ? 'footers' : 'headers'].push(...parts);
  }
  return stories;
}

/** Returns true if even pages have their own headers and footers. */
async function readEvenPages(
  entries: Entries,
  relations: readonly Relation[],
  allowance: Allowance,
): Promise<boolean> {
  const path = relations.find(({ type }) => type === 'settings')?.target ?? 'word/settings.xml';
  for await (const pieces of readXml(entries.get(path), allowance))
    for (const piece of pieces)
      if (piece.kind === 'open' && piece.name === 'evenAndOddHeaders')
        return !/^(0|false|off)$/.test(attribute(piece.attributes, 'val') ?? '1');
  return false;
}
