/** A stretch of the line; `end` is the place behind its last character. */
export interface Span {
  start: number;
  end: number;
}

/** One thing that a line says: `-name:value`, or a word without a name. */
export interface Term extends Span {
  /** Whether a minus stands before it. */
  isExcluded: boolean;
  /** What stands before the colon, as typed; undefined for a word. */
  name?: string;
  /** What is meant, without quotes and escapes. */
  value: string;
  isQuoted: boolean;
  /** Where the value stands, with its quotes. */
  valueAt: Span;
  /** A quote that is opened and not closed. */
  isOpen: boolean;
}

const BLANK = /\s/;
const NAME = /([a-z]+):/iy;

/** Reads a quoted value from its first quote on. In it `\` makes the next character stand for itself. */
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

/** Reads a value without quotes: up to the next blank. */
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

/** The terms of a line, in their order. Every line has a reading: what makes no sense is judged later. */
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

/** Whether a value reads the same without quotes. */
function isPlain(value: string): boolean {
  return value !== '' && !/\s/.test(value) && !value.startsWith('"');
}

/** A value in quotes where it needs them. */
export function quote(value: string): string {
  return isPlain(value) ? value : quoteAlways(value);
}

function quoteAlways(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}

/** Whether a text without blanks reads as itself where no field stands before it. */
function isWord(text: string): boolean {
  if (!isPlain(text)) return false;
  const [term] = scan(text);
  return term?.name === undefined && !term?.isExcluded;
}

/** A keyword as one term. */
export function quoteWord(keyword: string): string {
  return isWord(keyword) ? keyword : quoteAlways(keyword);
}

/** A keyword as words where they read the same, else in quotes. */
export function quoteWords(keyword: string): string {
  return keyword.split(' ').every(isWord) ? keyword : quoteAlways(keyword);
}
