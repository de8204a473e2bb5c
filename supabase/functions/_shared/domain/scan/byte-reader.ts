import { Refused } from './refused.ts';

/** Reads little-endian numbers, as in ZIP and OLE. Refuses the file as damaged if an offset is out of range. */
export class ByteReader {
  readonly bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get length(): number {
    return this.bytes.length;
  }

  u16(at: number): number {
    this.#require(at, 2);
    return this.#view.getUint16(at, true);
  }

  u32(at: number): number {
    this.#require(at, 4);
    return this.#view.getUint32(at, true);
  }

  slice(at: number, length: number): Uint8Array {
    this.#require(at, length);
    return this.bytes.subarray(at, at + length);
  }

  #require(at: number, length: number): void {
    if (at < 0 || length < 0 || at + length > this.bytes.length) throw new Refused('damaged');
  }
}

/** Returns true if the bytes start with a magic number. */
export function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}

export const ZIP_MAGIC = [0x50, 0x4b, 0x03, 0x04] as const;
export const OLE_MAGIC = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1] as const;
export const PDF_MAGIC = [0x25, 0x50, 0x44, 0x46, 0x2d] as const;
