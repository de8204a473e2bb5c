import { Inflate, Unzlib } from 'fflate';
import { Pauses } from './pause.ts';
import { Refused } from './refused.ts';
import type { ZipEntry } from './zip-entries.ts';

/** What goes in at once: at the highest ratio, a thousand times as much comes out. */
const PIECE = 4 * 1024;
const MAX_BYTES = 250 * 1024 * 1024;
/** Beginning a stream costs something too, however little is in it. */
const MAX_STREAMS = 10_000;
const MAX_RATIO = 200;
/** Small files may well be packed better than that. */
const RATIO_FROM = 10 * 1024 * 1024;

/** How much may still be unpacked of one file, all that is in it together. */
export class UnpackBudget {
  readonly #packed: number;
  readonly #pauses = new Pauses();
  #unpacked = 0;
  #streams = 0;

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

  /** To be told before a stream is looked for. @throws Refused when there are too many */
  begin(): void {
    this.#streams += 1;
    if (this.#streams > MAX_STREAMS) throw new Refused('tooMuch');
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
  budget.begin();
  const pieces = method === 'stored' ? [data] : inflated(data, 'raw', budget);
  for await (const piece of pieces) {
    unpacked += piece.length;
    if (method === 'stored') budget.spend(piece.length);
    yield piece;
  }
  if (unpacked !== size) throw new Refused('damaged');
}

/**
 * Unpacks a deflated stream, with or without zlib's frame around it, to its own end: what follows it is not looked at.
 */
export async function* inflated(
  data: Uint8Array,
  frame: 'raw' | 'zlib',
  budget: UnpackBudget,
): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  const take = (piece: Uint8Array) => void waiting.push(piece);
  const stream = frame === 'raw' ? new Inflate(take) : new Unzlib(take);
  for (let at = 0; at < data.length && !hasEnded(stream); at += PIECE) {
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

/**
 * Whether the last block is over. fflate goes by this itself and tells nobody, so it is read past its types: whatever
 * else it is given it would keep, and copy each time.
 */
function hasEnded(stream: Inflate | Unzlib): boolean {
  const { f: isLastBlock, l: openBlock } = (stream as unknown as { s: { f?: number; l?: unknown } })
    .s;
  return Boolean(isLastBlock) && !openBlock;
}

function push(stream: Inflate | Unzlib, piece: Uint8Array, isLast: boolean): void {
  try {
    stream.push(piece, isLast);
  } catch {
    throw new Refused('damaged');
  }
}
