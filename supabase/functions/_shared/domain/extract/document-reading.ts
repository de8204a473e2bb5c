import type { Allowance } from './allowance.ts';
import type { DocumentStyles } from './document-styles.ts';
import type { TextPart } from './extracted-file.ts';
import type { ListNumbers } from './list-numbers.ts';
import { RunReading } from './run-reading.ts';
import { TableRows } from './table-rows.ts';
import { attribute, type XmlPiece } from './xml-pieces.ts';

/**
 * Invisible elements: fallback content for old readers, deleted or moved text, field codes, earlier properties, and the
 * pronunciation of words.
 */
const UNSEEN = new Set([
  'Fallback',
  'del',
  'moveFrom',
  'instrText',
  'delText',
  'delInstrText',
  'pPrChange',
  'rPrChange',
  'sectPrChange',
  'tblPrChange',
  'tblPrExChange',
  'tcPrChange',
  'trPrChange',
  'rt',
]);
const PROPERTIES: ReadonlyMap<string, Properties> = new Map([
  ['pPr', 'paragraph'],
  ['trPr', 'row'],
  ['tcPr', 'cell'],
]);
const PICTURES = new Set(['blip', 'imagedata', 'chart', 'relIds']);
/** The notes at the end of a page or the document. */
const NOTES: ReadonlyMap<string, string> = new Map([
  ['footnote', 'note'],
  ['endnote', 'endnote'],
]);

type Properties = 'paragraph' | 'row' | 'cell';
type Opening = Extract<XmlPiece, { kind: 'open' }>;

/** What all parts of a document share. */
export interface DocumentContext {
  allowance: Allowance;
  styles: DocumentStyles;
  lists: ListNumbers;
  /** The numbers of the notes by kind and ID, in the order of their references; 0 if the reference was deleted. */
  notes: Map<string, number>;
}

/** A reference of a section to a header or footer. */
export interface StoryReference {
  id: string;
  /** `first` and `even` pages may have their own. */
  pages: string;
  hasFirstPage: boolean;
}

/** The state of the text that is being read; a text box has its own. */
interface Frame {
  paragraph: string;
  style: string;
  list: string | undefined;
  level: number | undefined;
  isMarkDeleted: boolean;
  tables: TableRows[];
  /** The texts of the boxes of the paragraph; the paragraphs of a text box. */
  boxes: string[];
}

/** Assembles paragraphs from XML pieces. The cells of a table row become one line. */
export class DocumentReading {
  readonly parts: TextPart[] = [];
  readonly references: StoryReference[] = [];
  pictures = 0;
  readonly #context: DocumentContext;
  readonly #run = new RunReading();
  readonly #frames: [Frame, ...Frame[]] = [newFrame()];
  #heading: string | undefined;
  #unseen = 0;
  /** The element whose properties are read. */
  #properties: Properties | undefined;
  #section: Omit<StoryReference, 'hasFirstPage'>[] = [];
  #hasFirstPage = false;
  /** The number of the note whose first paragraph follows. */
  #noteLabel = '';
  #isNoteOmitted = false;

  constructor(context: DocumentContext) {
    this.#context = context;
  }

  /** True if the part has hidden text. */
  get hasHiddenText(): boolean {
    return this.#run.hasHiddenText;
  }

  take(piece: XmlPiece): void {
    if (this.#isNoteOmitted) {
      if (piece.kind === 'close' && NOTES.has(piece.name)) this.#isNoteOmitted = false;
    } else if (piece.kind === 'text') {
      if (this.#unseen === 0) this.#frame.paragraph += this.#run.text(piece.text);
    } else if (this.#unseen > 0) this.#takeUnseen(piece);
    else if (this.#properties !== undefined && /^(del|moveFrom)$/.test(piece.name)) {
      if (piece.kind === 'open') this.#readProperty(piece, this.#properties);
    } else if (UNSEEN.has(piece.name)) {
      if (piece.kind === 'open' && !piece.isEmpty) this.#unseen = 1;
    } else if (piece.kind === 'open') this.#open(piece);
    else this.#close(piece.name);
  }

  get #frame(): Frame {
    return this.#frames.at(-1) ?? this.#frames[0];
  }

  #takeUnseen(piece: Exclude<XmlPiece, { kind: 'text' }>): void {
    if (UNSEEN.has(piece.name)) {
      if (piece.kind === 'close') this.#unseen -= 1;
      else if (!piece.isEmpty) this.#unseen += 1;
    } else if (piece.kind === 'open' && /^(foot|end)noteReference$/.test(piece.name)) {
      const note = noteKey(piece.name, piece.attributes);
      if (!this.#context.notes.has(note)) this.#context.notes.set(note, 0);
    }
  }

  #open(piece: Opening): void {
    const { name, attributes, isEmpty } = piece;
    const frame = this.#frame;
    const properties = PROPERTIES.get(name);
    if (properties) {
      if (!isEmpty) this.#properties = properties;
    } else if (/^(headerReference|footerReference|titlePg)$/.test(name)) this.#readSection(piece);
    else if (this.#properties) this.#readProperty(piece, this.#properties);
    else if (name === 'tbl') frame.tables.push(new TableRows());
    else if (name === 'tr') frame.tables.at(-1)?.beginRow();
    else if (name === 'tc') frame.tables.at(-1)?.beginCell();
    else if (name === 'txbxContent' && !isEmpty) this.#frames.push(newFrame());
    else if (name === 'textpath') frame.boxes.push(attribute(attributes, 'string') ?? '');
    else if (/^(foot|end)noteReference$/.test(name)) frame.paragraph += this.#refer(piece);
    else if (NOTES.has(name)) this.#beginNote(piece);
    else if (PICTURES.has(name)) this.pictures += 1;
    else frame.paragraph += this.#run.open(piece);
  }

  #close(name: string): void {
    const frame = this.#frame;
    if (PROPERTIES.has(name)) this.#properties = undefined;
    else if (name === 'sectPr') this.#endSection();
    else if (this.#properties) return;
    else if (name === 'p') this.#endParagraph();
    else if (name === 'tc') frame.tables.at(-1)?.endCell();
    else if (name === 'tr') this.#endRow();
    else if (name === 'tbl') this.#endTable();
    else if (name === 'txbxContent' && this.#frames.length > 1) {
      this.#frames.pop();
      this.#frame.boxes.push(...frame.boxes);
    } else frame.paragraph += this.#run.close(name);
  }

  #readProperty({ name, attributes }: Opening, of: Properties): void {
    const frame = this.#frame;
    const value = attribute(attributes, 'val') ?? '';
    if (of !== 'paragraph') frame.tables.at(-1)?.readProperty(name, value);
    else if (name === 'pStyle') frame.style = value;
    else if (name === 'numId') frame.list = value;
    else if (name === 'ilvl') frame.level = Number(value);
    else if (name === 'del' || name === 'moveFrom') frame.isMarkDeleted = true;
  }

  #readSection({ name, attributes }: Opening): void {
    const value = (of: string) => attribute(attributes, of) ?? '';
    if (name === 'titlePg') this.#hasFirstPage = !/^(0|false|off)$/.test(value('val'));
    else this.#section.push({ id: value('id'), pages: value('type') });
  }

  #endSection(): void {
    const hasFirstPage = this.#hasFirstPage;
    this.references.push(...this.#section.map((reference) => ({ ...reference, hasFirstPage })));
    this.#section = [];
    this.#hasFirstPage = false;
  }

  /** Numbers a reference to a note. */
  #refer({ name, attributes }: Opening): string {
    const { notes } = this.#context;
    const kind = noteKind(name);
    const count = [...notes].filter(([key, number]) => key.startsWith(`${kind} `) && number > 0);
    const key = noteKey(name, attributes);
    const number = notes.get(key) || count.length + 1;
    notes.set(key, number);
    return ` (${NOTES.get(kind)} ${number})`;
  }

  #beginNote({ name, attributes, isEmpty }: Opening): void {
    const number = this.#context.notes.get(noteKey(name, attributes));
    const isSeparator = /separator|notice/i.test(attribute(attributes, 'type') ?? '');
    this.#isNoteOmitted = !isEmpty && (isSeparator || number === 0);
    const title = name === 'footnote' ? 'Note' : 'Endnote';
    this.#noteLabel = number ? `${title} ${number}: ` : '';
  }

  #endParagraph(): void {
    const frame = this.#frame;
    // A paragraph whose end was deleted continues in the next one.
    if (frame.isMarkDeleted) {
      frame.isMarkDeleted = false;
      frame.style = '';
      frame.list = frame.level = undefined;
      return;
    }
    const text = frame.paragraph.replace(/^(?:[ ]*\t)+/, '');
    const { style } = frame;
    const label = this.#noteLabel || this.#listLabel(frame);
    const line = text.trim() === '' ? '' : `${label}${label === '' ? text : text.trimStart()}`;
    Object.assign(frame, { ...newFrame(), tables: frame.tables, boxes: frame.boxes });
    if (line !== '') this.#noteLabel = '';
    const table = frame.tables.at(-1);
    if (!table && this.#frames.length > 1) {
      if (line !== '') frame.boxes.push(line);
      return;
    }
    if (line !== '' && !table) {
      if (this.#context.styles.isHeading(style)) this.#heading = line.trim();
      this.#add(line, '\n\n');
    } else table?.addText(line);
    if (table && this.#frames.length > 1) return;
    for (const box of frame.boxes.splice(0))
      if (table) table.addText(box);
      else if (box.trim() !== '') this.#add(box, '\n\n');
  }

  /** Returns the number or sign of a paragraph in a list. */
  #listLabel({ style, list, level }: Frame): string {
    const { styles, lists } = this.#context;
    const own = styles.list(style);
    const id = list ?? own?.list;
    if (id === undefined || id === '0') return '';
    const ofStyle = own && (own.level ?? lists.levelOf(id, own.style));
    return lists.next(
      { list: id, level: level ?? ofStyle ?? 0 },
      (linked) => styles.list(linked)?.list,
    );
  }

  #endRow(): void {
    const { tables } = this.#frame;
    const line = tables.at(-1)?.endRow();
    if (line === undefined) return;
    if (tables.length > 1 || this.#frames.length > 1) tables.at(-1)?.lines.push(line);
    else this.#add(line, '\n');
  }

  #endTable(): void {
    const { tables, boxes } = this.#frame;
    const lines = tables.pop()?.lines ?? [];
    const outer = tables.at(-1);
    if (outer) outer.addText(lines.join('; '));
    else if (this.#frames.length > 1) boxes.push(...lines);
    else this.#add('', '\n');
  }

  #add(text: string, end: string): void {
    const taken = this.#context.allowance.take(text + end);
    if (taken === '') return;
    const heading = this.#heading;
    this.parts.push({ text: taken, ...(heading !== undefined && { location: { heading } }) });
  }
}

function newFrame(): Frame {
  return {
    paragraph: '',
    style: '',
    list: undefined,
    level: undefined,
    isMarkDeleted: false,
    tables: [],
    boxes: [],
  };
}

function noteKind(name: string): string {
  return name.replace(/Reference$/, '');
}

function noteKey(name: string, attributes: string): string {
  return `${noteKind(name)} ${attribute(attributes, 'id') ?? ''}`;
}
