/** A piece of XML: an element's beginning or end under its name without prefix, or text. */
export type XmlPiece =
  | { kind: 'open'; name: string; attributes: string; isEmpty: boolean }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string };

/** A name goes on to its end: one that might end anywhere would be tried to end everywhere while its tag is not whole. */
const TAG = /<(\/?)(?:[^\s<>/:]+:)?([^\s<>/]+)(?=[\s/>])((?:[^<>"']|"[^"]*"|'[^']*')*?)(\/?)>/y;
/** No mark-up of an honest document is longer. */
const LONGEST_TAG = 1024 * 1024;
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** Takes XML apart as it arrives. It resolves no entity that a document defines itself. */
export class XmlPieces {
  #rest = '';

  /** @throws SyntaxError for what is no XML */
  *push(text: string): Generator<XmlPiece> {
    const xml = this.#rest + text;
    let at = 0;
    while (at < xml.length) {
      const open = xml.indexOf('<', at);
      if (open !== at) {
        // Text goes on until something opens: an entity is never cut in two.
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

/** An element's attribute by its name without prefix. */
export function attribute(attributes: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  return found ? resolved(found[1] ?? found[2] ?? '') : undefined;
}

/** Comments, instructions, declarations and literal text; an end of -1 has not arrived yet. */
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
