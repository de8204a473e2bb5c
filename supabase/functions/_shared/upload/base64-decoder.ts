const INVALID = 64;
const PADDING = 0x3d;
const FIRST_ROOM = 64 * 1024;
/** Buffer size above which a sender is trusted: the announced length is then allocated at once. */
const TRUSTED_FROM = 256 * 1024;

/** Values of the characters of the alphabet of RFC 4648, by character code. */
const VALUES = new Uint8Array(256).fill(INVALID);
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
for (const [value, character] of Array.from(ALPHABET).entries())
  VALUES[character.charCodeAt(0)] = value;

/** Result of decoding a text: its bytes, or the reason why there are none. */
export type DecodedBase64 =
  { bytes: Uint8Array<ArrayBuffer> } | { problem: 'not_base64' | 'too_large' };

/**
 * Decodes base64 that arrives in chunks into one buffer, strictly: requires padding, and rejects blanks and non-zero
 * unused bits. Stores no more than `maxBytes`.
 */
export class Base64Decoder {
  readonly #maxBytes: number;
  readonly #expectedBytes: number;
  #bytes: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  #length = 0;
  /** Values of an incomplete group of four, and their number. */
  #group = 0;
  #held = 0;
  #padding = 0;
  #problem: 'not_base64' | 'too_large' | undefined;

  /** @param expectedBytes maximum length, if known, which avoids repeated reallocation */
  constructor(maxBytes: number, expectedBytes = 0) {
    this.#maxBytes = maxBytes;
    this.#expectedBytes = expectedBytes;
  }

  /**
   * Decodes characters of the alphabet, given as character codes, up to the first other one.
   * @returns the index of that one, or of the end
   */
  write(codes: Uint8Array, start: number): number {
    let at = start;
    while (at < codes.length) {
      const value = VALUES[codes[at] ?? 0] ?? INVALID;
      if (value === INVALID) return at;
      at += 1;
      if (this.#problem !== undefined) continue;
      if (this.#padding > 0) {
        this.refuse();
        continue;
      }
      this.#group = (this.#group << 6) | value;
      this.#held += 1;
      if (this.#held === 4) this.#flush();
    }
    return at;
  }

  /** Handles a character that is not in the alphabet: padding, or an invalid one. */
  writeOther(code: number): void {
    this.#padding += 1;
    if (code !== PADDING || this.#held + this.#padding > 4 || this.#held < 2) this.refuse();
  }

  /** Marks the text as invalid base64. */
  refuse(): void {
    this.#stop('not_base64');
  }

  end(): DecodedBase64 {
    if (this.#problem === undefined && this.#held > 0) this.#flushRest();
    if (this.#problem !== undefined) return { problem: this.#problem };
    return { bytes: this.#bytes.subarray(0, this.#length) };
  }

  #flush(): void {
    const room = this.#roomFor(3);
    if (!room) return;
    room[this.#length] = this.#group >> 16;
    room[this.#length + 1] = this.#group >> 8;
    room[this.#length + 2] = this.#group;
    this.#length += 3;
    this.#group = 0;
    this.#held = 0;
  }

  #flushRest(): void {
    const extra = this.#held - 1;
    const unused = this.#held === 2 ? 0xf : 0x3;
    if (this.#held + this.#padding !== 4 || (this.#group & unused) !== 0) {
      this.refuse();
      return;
    }
    const room = this.#roomFor(extra);
    if (!room) return;
    const group = this.#group << (6 * this.#padding);
    room[this.#length] = group >> 16;
    if (extra === 2) room[this.#length + 1] = group >> 8;
    this.#length += extra;
  }

  #roomFor(count: number): Uint8Array<ArrayBuffer> | undefined {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return this.#bytes;
    if (needed > this.#maxBytes) {
      this.#stop('too_large');
      return undefined;
    }
    const doubled = Math.max(this.#bytes.length * 2, FIRST_ROOM);
    const wanted = doubled > TRUSTED_FROM ? Math.max(doubled, this.#expectedBytes) : doubled;
    const grown = new Uint8Array(Math.min(wanted, this.#maxBytes));
    grown.set(this.#bytes);
    this.#bytes = grown;
    return grown;
  }

  #stop(problem: 'not_base64' | 'too_large'): void {
    this.#problem ??= problem;
    this.#bytes = new Uint8Array(0);
  }
}
