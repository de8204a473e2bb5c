const BEGIN = /<(?:[\w.-]+:)?(?:instrText|fldSimple)\b/;
const DDE = /(^|[\s"'=>])DDE(AUTO)?[\s"\\]/i;
const OVERLAP = 256;
/** A field's words are shorter than this however they are spread over elements. */
const LONGEST_FIELD = 4_096;

/** Looks for fields of a text document that talk to other programs, in XML that comes in pieces. */
export class FieldWatch {
  readonly #decoder = new TextDecoder();
  #end = '';
  #field = '';

  /** @returns whether there is one */
  push(piece: Uint8Array): boolean {
    const text = this.#end + this.#decoder.decode(piece, { stream: true });
    this.#end = text.slice(-OVERLAP);
    if (!BEGIN.test(text)) return false;
    // One field may be spread over many elements, a few letters in each.
    for (const [, attribute = '', words = ''] of text.matchAll(
      /<(?:[\w.-]+:)?(?:fldSimple\b[^>]{0,512}?instr="([^"]{0,512})|instrText\b[^<>]{0,128}>([^<]{0,2048}))/g,
    )) {
      if (DDE.test(`${attribute} `)) return true;
      this.#field = (this.#field + words).slice(-LONGEST_FIELD);
    }
    return DDE.test(`${this.#field} `);
  }
}
