import { Inflate, Unzlib } from 'fflate';
import { Pauses } from './pause.ts';
import { Refused } from './refused.ts';
import type { ZipEntry } from './zip-entries.ts';

/** What goes in at once: at the highest ratio, a thousand times as much comes out. */
const PIECE = 4 * 1024;
const MAX_BYTES = 250 * 1024 * 1024;
const MAX_RATIO = 200;
/** Small files may well be packed better than that. */
const RATIO_FROM = 10 * 1024 * 1024;

/** How much may still be unpacked of one file, all that is in it together. */
export class UnpackBudget {
  readonly #packed: number;
  readonly #pauses = new Pauses();
  #unpacked = 0;

  /** @param packed length of the file */
  constructor(packed: number) {
    this.#packed = packed;
  }

  /** @throws Refused when it is too much */
  spend(bytes: number): void {
    this.#unpacked += bytes;
    const isFarMore = this.#unpacked > RATIO_FROM && this.#unpacked > this.#packed * MAX_RATIO;
    if (this.#unpacked > MAX_BYTES || isFarMore) throw new Refused('tooMuch');
  }

  async pauseAfter(bytes: number): Promise<void> {
    await this.#pauses.after(bytes);
  }
}

/**
 * Unpacks an entry of an archive piece by piece, and no further than asked for.
 * @throws Refused when it is damaged, or more than the budget allows
 */
export async function* unpackEntry(
  { method, data, size }: ZipEntry,
  budget: UnpackBudget,
): AsyncGenerator<Uint8Array> {
  let unpacked = 0;
  const pieces = method === 'stored' ? [data] : inflated(data, 'raw', budget);
  for await (const piece of pieces) {
    unpacked += piece.length;
    if (method === 'stored') budget.spend(piece.length);
    yield piece;
  }
  if (unpacked !== size) throw new Refused('damaged');
}

/** Unpacks a deflated stream, with or without zlib's frame around it. */
export async function* inflated(
  data: Uint8Array,
  frame: 'raw' | 'zlib',
  budget: UnpackBudget,
): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let isComplete = false;
  const take = (piece: Uint8Array, isLast: boolean) => {
    waiting.push(piece);
    isComplete = isLast;
  };
  const stream = frame === 'raw' ? new Inflate(take) : new Unzlib(take);
  for (let at = 0; at < data.length && !isComplete; at += PIECE) {
    push(stream, data.subarray(at, at + PIECE), at + PIECE >= data.length);
    const ready = waiting;
    waiting = [];
    for (const piece of ready) {
      budget.spend(piece.length);
      yield piece;
    }
    await budget.pauseAfter(ready.reduce((sum, piece) => sum + piece.length, PIECE));
  }
}

function push(stream: Inflate | Unzlib, piece: Uint8Array, isLast: boolean): void {
  try {
    stream.push(piece, isLast);
  } catch {
    throw new Refused('damaged');
  }
}
