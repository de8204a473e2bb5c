import { PDF_ENDS, readPdfName } from './pdf-names.ts';
import { Refused } from './refused.ts';

/** A PDF dictionary: its entries by decoded name, with verbatim values, and its end offset. */
export interface PdfDictionary {
  /** All values of a repeated entry, because readers differ in which one they use. */
  entries: ReadonlyMap<string, readonly string[]>;
  end: number;
}

/** The budget for reading the dictionaries of one file: they may be nested. */
export class DictionaryBudget {
  #left: number;

  /** @param length the size of the file in bytes */
  constructor(length: number) {
    this.#left = 4 * length + 1024 * 1024;
  }

  /** @throws Refused if the budget is exceeded */
  spend(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw new Refused('tooMuch');
  }
}

const code = (character: string) => character.charCodeAt(0);
const [OPEN, CLOSE, SLASH, PERCENT] = [code('<'), code('>'), code('/'), code('%')];
const [ROUND_OPEN, ROUND_CLOSE, BACKSLASH] = [code('('), code(')'), code('\\')];
const [SQUARE_OPEN, SQUARE_CLOSE] = [code('['), code(']')];
const WHITE = new Set([0, 9, 10, 12, 13, 32]);
const DEEPEST = 100;
const LATIN1 = new TextDecoder('latin1');

/**
 * Reads the dictionary at an offset, skipping white space and comments before it.
 * @returns undefined if there is none, or it does not end
 */
export function readDictionary(
  bytes: Uint8Array,
  from: number,
  budget: DictionaryBudget,
): PdfDictionary | undefined {
  const start = afterSpace(bytes, from);
  if (bytes[start] !== OPEN || bytes[start + 1] !== OPEN) return undefined;
  const entries = new Map<string, string[]>();
  let at = afterSpace(bytes, start + 2);
  try {
    while (at < bytes.length) {
      if (bytes[at] === CLOSE && bytes[at + 1] === CLOSE) return { entries, end: at + 2 };
      if (bytes[at] !== SLASH) {
        // A value without a name: readers skip it.
        at = afterSpace(bytes, afterToken(bytes, at));
        continue;
      }
      const { name, end } = readPdfName(bytes, at + 1);
      const valueAt = afterSpace(bytes, end);
      at = valueAt;
      while (at < bytes.length && bytes[at] !== SLASH && bytes[at] !== CLOSE)
        at = afterSpace(bytes, afterToken(bytes, at));
      if (at === valueAt && bytes[at] === SLASH) at = afterSpace(bytes, afterToken(bytes, at));
      const value = LATIN1.decode(bytes.subarray(valueAt, at));
      const values = entries.get(name);
      if (values) values.push(value.trim());
      else entries.set(name, [value.trim()]);
    }
    return undefined;
  } finally {
    budget.spend(at - start);
  }
}

/** Returns the offset of the next byte that is neither white space nor in a comment. */
export function afterSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    while (at < bytes.length && WHITE.has(bytes[at] ?? -1)) at += 1;
    if (bytes[at] !== PERCENT) return at;
    while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at += 1;
  }
}

/** Returns the end offset of a value: a name, a number, a string, or a bracketed group. Always greater than `from`. */
function afterToken(bytes: Uint8Array, from: number): number {
  const first = bytes[from];
  if (first === ROUND_OPEN) return afterText(bytes, from);
  if (first === SQUARE_OPEN) return afterNested(bytes, from);
  if (first === OPEN) {
    if (bytes[from + 1] === OPEN) return afterNested(bytes, from);
    const end = bytes.indexOf(CLOSE, from);
    return end < 0 ? bytes.length : end + 1;
  }
  let at = from + 1;
  while (at < bytes.length && !PDF_ENDS.has(bytes[at] ?? 0)) at += 1;
  return at;
}

function afterText(bytes: Uint8Array, from: number): number {
  let depth = 0;
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === BACKSLASH) at += 1;
    else if (byte === ROUND_OPEN) depth += 1;
    else if (byte === ROUND_CLOSE) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return bytes.length;
}

/** Returns the end offset of nested arrays and dictionaries. Does not recurse, because the file controls the depth. */
function afterNested(bytes: Uint8Array, from: number): number {
  let depth = 0;
  for (let at = from; at < bytes.length; at = afterSpace(bytes, at)) {
    const isDouble = bytes[at] === bytes[at + 1];
    if (bytes[at] === SQUARE_OPEN || (bytes[at] === OPEN && isDouble)) {
      depth += 1;
      if (depth > DEEPEST) throw new Refused('tooMuch');
      at += bytes[at] === OPEN ? 2 : 1;
    } else if (bytes[at] === SQUARE_CLOSE || (bytes[at] === CLOSE && isDouble)) {
      depth -= 1;
      at += bytes[at] === CLOSE ? 2 : 1;
      if (depth === 0) return at;
    } else at = afterToken(bytes, at);
  }
  return bytes.length;
}
