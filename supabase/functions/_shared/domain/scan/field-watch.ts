import { Refused } from './refused.ts';
import { readElement, unescapeXml } from './xml-elements.ts';
import { XmlStream } from './xml-stream.ts';

const NAME = /^\/?(?:[^\s/:]*:)?(instrText|fldSimple|fldChar|ddeLink|oleLink)(?=[\s/]|$)/;
const DDE = /[\s"'=>]DDE(AUTO)?[\s"\\]/i;
/** The number of characters at the end of a field code to search again with the next text: longer than any match. */
const OVERLAP = 16;
const LONGEST_ENTITY = 4_096;

/** Finds links to other programs in the streamed XML of a document: fields of texts, links of workbooks. */
export class FieldWatch {
  readonly #stream = new XmlStream({
    onTag: (tag) => this.#readTag(tag),
    onText: (text, isLiteral) => this.#readText(text, isLiteral),
  });
  #isFound = false;
  /** True while the text is a field code. */
  #isCode = false;
  /** The end of the field code so far. One field may be spread over many elements, a few letters in each. */
  #code = ' ';
  /** The incomplete entity at the end of the last text. */
  #entity = '';

  /**
   * Scans the next chunk.
   * @returns true if a link was found
   * @throws Refused
   */
  push(piece: Uint8Array): boolean {
    this.#stream.push(piece);
    return this.#isFound;
  }

  #readTag(tag: string): void {
    switch (NAME.exec(tag)?.[1]) {
      case 'instrText':
        this.#isCode = !tag.startsWith('/') && !tag.endsWith('/');
        break;
      case 'fldChar':
        // A field starts or ends.
        this.#readCode(' ');
        break;
      case 'fldSimple': {
        if (tag.startsWith('/')) break;
        const { element } = readElement(`${tag}>`, 0);
        if (DDE.test(` ${element.attributes.get('instr') ?? ''} `)) this.#isFound = true;
        break;
      }
      case 'ddeLink':
      case 'oleLink':
        this.#isFound = true;
    }
  }

  #readText(text: string, isLiteral: boolean): void {
    if (!this.#isCode) return;
    if (isLiteral) {
      this.#readCode(text);
      return;
    }
    const whole = this.#entity + text;
    const start = whole.lastIndexOf('&');
    const end = start < 0 || whole.includes(';', start) ? whole.length : start;
    this.#entity = whole.slice(end);
    if (this.#entity.length > LONGEST_ENTITY) throw new Refused('damaged');
    this.#readCode(unescapeXml(whole.slice(0, end)));
  }

  #readCode(words: string): void {
    const code = this.#code + words;
    if (DDE.test(code)) this.#isFound = true;
    this.#code = code.slice(-OVERLAP);
  }
}
