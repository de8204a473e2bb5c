/** A piece of XML: a start or end tag with its name without prefix, or text. */
export type XmlPiece =
  | { kind: 'open'; name: string; attributes: string; isEmpty: boolean }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string };

/**
 * Matches a tag. A name extends to its delimiter: otherwise the pattern would try every length while the tag is
 * incomplete.
 */
const TAG = /<(\/?)(?:[^\s<>/:]+:)?([^\s<>/]+)(?=[\s/>])((?:[^<>"']|"[^"]*"|'[^']*')*?)(\/?)>/y;
/** The maximum length of markup: no legitimate document exceeds it. */
const LONGEST_TAG = 1024 * 1024;
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** Tokenises streamed XML. Does not resolve entities that a document defines itself. */
export class XmlPieces {
  #rest = '';

  /**
   * Returns the pieces that are complete so far.
   * @throws SyntaxError if the text is no XML
   */
  *push(text: string): Generator<XmlPiece> {
    const xml = this.#rest + text;
    let at = 0;
    while (at < xml.length) {
      const open = xml.indexOf('<', at);
      if (open !== at) {
        // Text extends to the next tag: an entity is never split.
        if (open < 0) break;
        yield { kind: 'text', text: resolved(xml.slice(at, open)) };
        at = open;
        continue;
      }
      const special = specialEnd(xml, at);
      if (special !== undefined) {
        if (special.end < 0) break;
        if (special.text !== undefined) yield { kind: 'text', text: special.text };
        at = special.end;
        continue;
      }
      TAG.lastIndex = at;
      const tag = TAG.exec(xml);
      if (!tag) break;
      const [whole, slash, name = '', attributes = '', empty] = tag;
      yield slash
        ? { kind: 'close', name }
        : { kind: 'open', name, attributes, isEmpty: empty === '/' };
      at += whole.length;
    }
    this.#rest = xml.slice(at);
    if (this.#rest.length > LONGEST_TAG) throw new SyntaxError('Not XML');
  }
}

/** The pattern of each attribute that was requested: a sheet has hundreds of thousands of cells. */
const patterns = new Map<string, RegExp>();

/** Returns the value of an element's attribute by its name without prefix. */
export function attribute(attributes: string, name: string): string | undefined {
  let pattern = patterns.get(name);
  if (!pattern) {
    pattern = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
    patterns.set(name, pattern);
  }
  const found = pattern.exec(attributes);
  return found ? resolved(found[1] ?? found[2] ?? '') : undefined;
}

/**
 * Finds the end of a comment, a processing instruction, a declaration or a CDATA section; -1 if it has not arrived yet.
 */
function specialEnd(xml: string, at: number): { end: number; text?: string } | undefined {
  if (xml.startsWith('<![CDATA[', at)) {
    const close = xml.indexOf(']]>', at);
    return close < 0 ? { end: -1 } : { end: close + 3, text: xml.slice(at + 9, close) };
  }
  const second = xml[at + 1];
  if (second !== '!' && second !== '?') return undefined;
  const closing = xml.startsWith('<!--', at) ? '-->' : second === '?' ? '?>' : '>';
  const close = xml.indexOf(closing, at + 2);
  return { end: close < 0 ? -1 : close + closing.length };
}

function resolved(text: string): string {
  return text.includes('&')
    ? text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (whole, hex, dec, name) => {
        if (name !== undefined) return ENTITIES.get(String(name)) ?? whole;
        const code = hex === undefined ? Number(dec) : Number.parseInt(String(hex), 16);
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
      })
    : text;
}
