import { Inflate, Unzlib } from 'fflate';
import { Pauses } from './pause.ts';
import { Refused } from './refused.ts';
import type { ZipEntry } from './zip-entries.ts';

/** The number of packed bytes per step: at the highest ratio, they unpack to a thousand times as much. */
const PIECE = 4 * 1024;
const MAX_BYTES = 250 * 1024 * 1024;
/** The maximum number of streams: starting a stream has a cost too, even if it contains little. */
const MAX_STREAMS = 10_000;
const MAX_RATIO = 200;
/** The unpacked size from which `MAX_RATIO` applies, in bytes: small files may have a higher ratio. */
const RATIO_FROM = 10 * 1024 * 1024;

/** The remaining budget for unpacking one file, including everything nested in it. */
export class UnpackBudget {
  readonly #packed: number;
  readonly #pauses = new Pauses();
  #unpacked = 0;
  #streams = 0;

  /** @param packed the size of the file in bytes */
  constructor(packed: number) {
    this.#packed = packed;
  }

  /** @throws Refused if the budget is exceeded */
  spend(bytes: number): void {
    this.#unpacked += bytes;
    const isFarMore = this.#unpacked > RATIO_FROM && this.#unpacked > this.#packed * MAX_RATIO;
    if (this.#unpacked > MAX_BYTES || isFarMore) throw new Refused('tooMuch');
  }

  /**
   * Counts a stream; call it before searching for one.
   * @throws Refused if there are too many
   */
  begin(): void {
    this.#streams += 1;
    if (this.#streams > MAX_STREAMS) throw new Refused('tooMuch');
  }

  async pauseAfter(bytes: number): Promise<void> {
    await this.#pauses.after(bytes);
  }
}

/**
 * Unpacks an archive entry in chunks, only as far as the caller requests.
 * @throws Refused if the entry is damaged, or exceeds the budget
 */
export async function* unpackEntry(
  { method, data, size }: ZipEntry,
  budget: UnpackBudget,
): AsyncGenerator<Uint8Array> {
  let unpacked = 0;
  budget.begin();
  const pieces = method === 'stored' ? [data] : inflate(data, 'raw', budget);
  for await (const piece of pieces) {
    unpacked += piece.length;
    if (method === 'stored') budget.spend(piece.length);
    yield piece;
  }
  if (unpacked !== size) throw new Refused('damaged');
}

/** Unpacks a deflate stream, raw or in zlib format, to its own end. Ignores the data after it. */
export async function* inflate(
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
 * Returns true if the last block is complete. fflate does not expose this state, so this reads private fields: fflate
 * would store all further input, and copy it each time.
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
