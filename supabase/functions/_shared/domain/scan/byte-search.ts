/** Searches bytes for a sequence, by Horspool's algorithm. */
export class ByteSearch {
  readonly #wanted: Uint8Array;
  readonly #shifts: Uint32Array;

  /** @param wanted ASCII characters */
  constructor(wanted: string) {
    this.#wanted = Uint8Array.from(wanted, (character) => character.charCodeAt(0));
    this.#shifts = new Uint32Array(256).fill(wanted.length);
    for (const [index, byte] of this.#wanted.subarray(0, -1).entries())
      this.#shifts[byte] = wanted.length - 1 - index;
  }

  get length(): number {
    return this.#wanted.length;
  }

  /** @returns the first offset at or after `from`, or -1 */
  in(bytes: Uint8Array, from = 0): number {
    const last = this.#wanted.length - 1;
    let at = from;
    while (at + last < bytes.length) {
      let index = last;
      while (index >= 0 && bytes[at + index] === this.#wanted[index]) index -= 1;
      if (index < 0) return at;
      at += this.#shifts[bytes[at + last] ?? 0] ?? 1;
    }
    return -1;
  }
}
