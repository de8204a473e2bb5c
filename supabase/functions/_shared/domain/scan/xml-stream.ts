import { Refused } from './refused.ts';

/** Receives the content of a document in document order. */
export interface XmlReader {
  /** @param tag the text of a start or end tag between its angle brackets */
  onTag(tag: string): void;
  /** @param isLiteral true if entities have no meaning in it (CDATA); a text may arrive in any number of chunks */
  onText(text: string, isLiteral: boolean): void;
}

/** The characters before the closing bracket of each kind of markup that is no element. */
const ENDS = { comment: '--', instruction: '?', literal: ']]' } as const;
type State = 'text' | 'markup' | 'tag' | keyof typeof ENDS;
/** The supported encodings: those that encode letters as ASCII, and UTF-16, which the first bytes identify. */
const ENCODINGS = /^(utf-8|utf-16|us-ascii|iso-8859-\d{1,2}|windows-125\d)$/i;
const ENCODING = /^xml\s[^]*?\sencoding\s*=\s*["']([^"']*)/;
const MARK = /["'>]/g;
/** The maximum length of markup: no tag of a legitimate document exceeds it. */
const LONGEST_MARKUP = 1024 * 1024;

/**
 * Parses streamed XML in one pass.
 * @throws Refused for ambiguous content: DOCTYPE and entity declarations, other encodings
 */
export class XmlStream {
  readonly #reader: XmlReader;
  #start = new Uint8Array();
  #decoder: TextDecoder | undefined;
  #state: State = 'text';
  /** The incomplete markup; for comments and CDATA sections, only the possible start of their closing delimiter. */
  #pending = '';
  #quote = '';

  constructor(reader: XmlReader) {
    this.#reader = reader;
  }

  push(piece: Uint8Array): void {
    const text = this.#decode(piece);
    let at = 0;
    while (at < text.length) at = this.#read(text, at);
    if (this.#pending.length > LONGEST_MARKUP) throw new Refused('damaged');
  }

  /** Detects the encoding by the first two bytes: in other encodings than UTF-16, neither can be zero. */
  #decode(piece: Uint8Array): string {
    if (this.#decoder) return this.#decoder.decode(piece, { stream: true });
    const bytes = Uint8Array.from([...this.#start, ...piece.subarray(0, 2)]);
    this.#start = bytes;
    const [first, second] = bytes;
    if (first === undefined || second === undefined) return '';
    const isLittle = second === 0 || (first === 0xff && second === 0xfe);
    const isBig = first === 0 || (first === 0xfe && second === 0xff);
    this.#decoder = new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8');
    return (
      this.#decoder.decode(bytes, { stream: true }) +
      this.#decoder.decode(piece.subarray(2), { stream: true })
    );
  }

  /**
   * Parses from an offset, depending on the state.
   * @returns the offset up to which the text was parsed
   */
  #read(text: string, at: number): number {
    switch (this.#state) {
      case 'text':
        return this.#readText(text, at);
      case 'markup':
        return this.#readStart(text, at);
      case 'tag':
        return this.#readTag(text, at);
      default:
        return this.#readOther(text, at, this.#state);
    }
  }

  #readText(text: string, at: number): number {
    const open = text.indexOf('<', at);
    const end = open < 0 ? text.length : open;
    if (end > at) this.#reader.onText(text.slice(at, end), false);
    if (open >= 0) this.#state = 'markup';
    return end + 1;
  }

  /** Reads one character per call until the kind of markup is known. */
  #readStart(text: string, at: number): number {
    const character = text.charAt(at);
    if (this.#pending === '' && character !== '!' && character !== '?') {
      this.#begin('tag');
      return this.#readTag(text, at);
    }
    this.#pending += character;
    const start = this.#pending;
    if (start === '?') this.#begin('instruction');
    else if (start === '!--') this.#begin('comment');
    else if (start === '![CDATA[') this.#begin('literal');
    else if (!'!--'.startsWith(start) && !'![CDATA['.startsWith(start))
      throw new Refused('damaged');
    return at + 1;
  }

  #readTag(text: string, at: number): number {
    for (let from = at; ;) {
      const end = this.#quote === '' ? markFrom(text, from) : text.indexOf(this.#quote, from);
      if (end < 0) break;
      from = end + 1;
      if (this.#quote !== '') this.#quote = '';
      else if (text[end] !== '>') this.#quote = text.charAt(end);
      else {
        const tag = this.#pending + text.slice(at, end);
        this.#begin('text');
        this.#reader.onTag(tag);
        return from;
      }
    }
    this.#pending += text.slice(at);
    return text.length;
  }

  #readOther(text: string, at: number, kind: keyof typeof ENDS): number {
    const close = text.indexOf('>', at);
    const end = close < 0 ? text.length : close;
    const content = this.#pending + text.slice(at, end);
    if (close >= 0 && content.endsWith(ENDS[kind])) {
      if (kind === 'instruction') requireEncoding(content);
      if (kind === 'literal') this.#reader.onText(content.slice(0, -2), true);
      this.#begin('text');
      return end + 1;
    }
    const read = close < 0 ? content : `${content}>`;
    if (kind === 'literal') this.#reader.onText(read.slice(0, -2), true);
    this.#pending = kind === 'instruction' ? read : read.slice(-2);
    return end + 1;
  }

  #begin(state: State): void {
    this.#state = state;
    this.#pending = '';
  }
}

/** @returns the offset of the next quote or closing bracket of a tag, or -1 */
function markFrom(text: string, from: number): number {
  MARK.lastIndex = from;
  return MARK.test(text) ? MARK.lastIndex - 1 : -1;
}

/**
 * Checks the encoding that an XML declaration names.
 * @param instruction its content; only the declaration at the start of a document has a meaning here
 */
function requireEncoding(instruction: string): void {
  const encoding = ENCODING.exec(instruction)?.[1] ?? 'utf-8';
  if (!ENCODINGS.test(encoding)) throw new Refused('damaged');
}
