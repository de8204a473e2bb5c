import { Refused } from './refused.ts';

/** An element's name without its prefix, and its attributes. */
export interface XmlElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
}

const NAMED: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);
const ATTRIBUTE = /\s*([^\s=/>"'<]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;

/**
 * Parses the elements of a small part of a document in one pass. Supports less than Office does, and refuses anything
 * else: content that Office and this parser read differently could be hidden in it.
 * @throws Refused
 */
export function* xmlElements(bytes: Uint8Array): Generator<XmlElement> {
  const text = decodeXml(bytes);
  let at = text.indexOf('<');
  while (at >= 0) {
    if (text.startsWith('<!--', at)) at = findEnd(text, '-->', at);
    else if (text.startsWith('<?', at)) at = findEnd(text, '?>', at);
    else if (text.startsWith('<!', at)) throw new Refused('damaged');
    else if (text.startsWith('</', at)) at = findEnd(text, '>', at);
    else {
      const { element, end } = readElement(text, at + 1);
      yield element;
      at = end;
    }
    at = text.indexOf('<', at);
  }
}

function decodeXml(bytes: Uint8Array): string {
  const text = decode(bytes);
  const encoding = /^<\?xml[^>]{0,200}?encoding\s*=\s*["']([^"']*)["']/.exec(text)?.[1] ?? 'utf-8';
  if (text.includes('\0') || !/^(utf-8|us-ascii)$/i.test(encoding)) throw new Refused('damaged');
  return text;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refused('damaged');
  }
}

function findEnd(text: string, mark: string, from: number): number {
  const end = text.indexOf(mark, from);
  if (end < 0) throw new Refused('damaged');
  return end + mark.length;
}

/**
 * Parses the start tag of an element.
 * @param start the offset of its name
 * @throws Refused
 */
export function readElement(text: string, start: number): { element: XmlElement; end: number } {
  const name = /[^\s/>"'<=]+/y;
  name.lastIndex = start;
  const full = name.exec(text)?.[0];
  if (full === undefined) throw new Refused('damaged');
  const attributes = new Map<string, string>();
  let at = start + full.length;
  for (;;) {
    ATTRIBUTE.lastIndex = at;
    const found = ATTRIBUTE.exec(text);
    if (!found) break;
    const [whole, key = '', double, single] = found;
    attributes.set(withoutPrefix(key), unescapeXml(double ?? single ?? ''));
    at += whole.length;
  }
  const close = /\s*\/?>/y;
  close.lastIndex = at;
  const closing = close.exec(text)?.[0];
  if (closing === undefined) throw new Refused('damaged');
  return { element: { name: withoutPrefix(full), attributes }, end: at + closing.length };
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Replaces the entities of an attribute or text with their characters. */
export function unescapeXml(text: string): string {
  return text.replace(/&(#x[0-9a-f]+|#\d+|\w{1,8});/gi, (whole, entity: string) => {
    if (!entity.startsWith('#')) return NAMED.get(entity) ?? whole;
    const code = /^#x/i.test(entity)
      ? Number.parseInt(entity.slice(2), 16)
      : Number.parseInt(entity.slice(1), 10);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
