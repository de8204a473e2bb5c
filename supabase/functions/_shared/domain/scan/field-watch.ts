import { unescaped } from './xml-elements.ts';

const BEGIN = /<(?:[\w.-]+:)?(?:instrText|fldSimple)\b/;
const DDE = /(^|[\s"'=>])DDE(AUTO)?[\s"\\]/i;
/** A field's words are shorter than this however they are spread over elements. */
const LONGEST_FIELD = 4_096;

/** Looks for fields of a text document that talk to other programs, in XML that comes in pieces. */
export class FieldWatch {
  readonly #decoder = new TextDecoder();
  #rest = '';
  #field = '';

  /** @returns whether there is one */
  push(piece: Uint8Array): boolean {
    const text = this.#rest + this.#decoder.decode(piece, { stream: true });
    // The last tag and what follows it may go on in the next piece, and are read again with it.
    const last = text.lastIndexOf('<');
    this.#rest = text.slice(last).slice(-LONGEST_FIELD);
    if (!BEGIN.test(text)) return false;
    let field = this.#field;
    // One field may be spread over many elements, a few letters in each.
    for (const { index, 1: attribute = '', 2: words = '' } of text.matchAll(
      /<(?:[\w.-]+:)?(?:fldSimple\b[^>]{0,512}?instr\s*=\s*["']([^"]{0,512})|instrText\b[^<>]{0,128}>([^<]{0,2048}))/g,
    )) {
      if (isDde(attribute)) return true;
      field = (this.#field + words).slice(-LONGEST_FIELD);
      if (index < last) this.#field = field;
    }
    return isDde(field);
  }
}

function isDde(words: string): boolean {
  return DDE.test(`${unescaped(words)} `);
}
