const HALF_PAIR = /\p{Surrogate}/gu;
const ENDS_IN_FIRST_HALF = /[\uD800-\uDBFF]$/;

/**
 * Makes text that arrives in pieces fit for the database: NUL is dropped, and a character that was cut in two between
 * pieces is put together again. Half a character that stays alone becomes U+FFFD.
 */
export class StorableStream {
  #held = '';

  /** @returns what of the text so far can be stored; the rest comes with the next piece */
  push(piece: string): string {
    const text = this.#held + piece;
    this.#held = ENDS_IN_FIRST_HALF.exec(text)?.[0] ?? '';
    return storableText(text.slice(0, text.length - this.#held.length));
  }

  /** @returns what was held back */
  end(): string {
    const rest = storableText(this.#held);
    this.#held = '';
    return rest;
  }
}

/** Text without what the database cannot keep: see `StorableStream`. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').replace(HALF_PAIR, '\uFFFD');
}
