const HALF_PAIR = /\p{Surrogate}/gu;
const ENDS_IN_FIRST_HALF = /[\uD800-\uDBFF]$/;

/**
 * Sanitises streamed text for the database: drops NUL characters and joins surrogate pairs that are split between
 * chunks. An unpaired surrogate becomes U+FFFD.
 */
export class StorableStream {
  #held = '';

  /** @returns the text that can be stored so far; a trailing high surrogate is buffered until the next chunk */
  push(piece: string): string {
    const text = this.#held + piece;
    this.#held = ENDS_IN_FIRST_HALF.exec(text)?.[0] ?? '';
    return storableText(text.slice(0, text.length - this.#held.length));
  }

  /** @returns the buffered text */
  end(): string {
    const rest = storableText(this.#held);
    this.#held = '';
    return rest;
  }
}

/** Removes or replaces characters that the database cannot store: see `StorableStream`. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').replace(HALF_PAIR, '\uFFFD');
}
