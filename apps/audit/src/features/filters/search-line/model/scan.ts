/** A range of the line; `end` is the offset after its last character. */
export interface Span {
  start: number;
  end: number;
}

/** A term of a line: `-name:value`, or a word without a name. */
export interface Term extends Span {
  /** True if a minus precedes it. */
  isExcluded: boolean;
  /** The text before the colon, as typed; undefined for a word. */
  name?: string;
  /** The value without quotes and escapes. */
  value: string;
  isQuoted: boolean;
  /** The range of the value, with its quotes. */
  valueAt: Span;
  /** True if a quote is not closed. */
  isOpen: boolean;
}

const BLANK = /\s/;
const NAME = /([a-z]+):/iy;

/** Reads a quoted value from its opening quote on. A `\` escapes the next character. */
function readQuoted(line: string, start: number): { value: string; end: number; isOpen: boolean } {
  let value = '';
  let at = start + 1;
  while (at < line.length) {
    const character = line.charAt(at);
    if (character === '"') return { value, end: at + 1, isOpen: false };
    if (character === '\\' && at + 1 < line.length) at += 1;
    value += line.charAt(at);
    at += 1;
  }
  return { value, end: at, isOpen: true };
}

/** Reads a value without quotes, up to the next whitespace. */
function readBare(line: string, start: number): { value: string; end: number; isOpen: boolean } {
  let end = start;
  while (end < line.length && !BLANK.test(line.charAt(end))) end += 1;
  return { value: line.slice(start, end), end, isOpen: false };
}

function readTerm(line: string, start: number): Term {
  const next = line.charAt(start + 1);
  // A minus by itself is a word.
  const isExcluded = line.charAt(start) === '-' && next !== '' && !BLANK.test(next);
  let at = isExcluded ? start + 1 : start;
  NAME.lastIndex = at;
  const name = NAME.exec(line)?.[1];
  if (name !== undefined) at += name.length + 1;
  const isQuoted = line.charAt(at) === '"';
  const { value, end, isOpen } = isQuoted ? readQuoted(line, at) : readBare(line, at);
  const valueAt = { start: at, end };
  return { start, end, isExcluded, ...(name && { name }), value, isQuoted, valueAt, isOpen };
}

/** Splits a line into its terms, in order. Accepts any line; terms are validated later. */
export function scan(line: string): Term[] {
  const terms: Term[] = [];
  let at = 0;
  while (at < line.length) {
    if (BLANK.test(line.charAt(at))) {
      at += 1;
      continue;
    }
    const term = readTerm(line, at);
    terms.push(term);
    at = term.end;
  }
  return terms;
}

/** Tests whether a value can be parsed without quotes. */
function isPlain(value: string): boolean {
  return value !== '' && !/\s/.test(value) && !value.startsWith('"');
}

/** Quotes a value if necessary. */
export function quote(value: string): string {
  return isPlain(value) ? value : quoteAlways(value);
}

function quoteAlways(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}

/** Tests whether a text without whitespace is parsed as one word, without a field. */
function isWord(text: string): boolean {
  if (!isPlain(text)) return false;
  const [term] = scan(text);
  return term?.name === undefined && !term?.isExcluded;
}

/** Formats a keyword as one term. */
export function quoteWord(keyword: string): string {
  return isWord(keyword) ? keyword : quoteAlways(keyword);
}

/** Formats a keyword as words if they parse to the same keyword, else in quotes. */
export function quoteWords(keyword: string): string {
  return keyword.split(' ').every(isWord) ? keyword : quoteAlways(keyword);
}
