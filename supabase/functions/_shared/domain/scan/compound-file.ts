import { ByteReader } from './byte-reader.ts';
import { Refused } from './refused.ts';

const HEADER_SECTORS = 109;
const END_OF_CHAIN = 0xfffffffe;
const FREE = 0xffffffff;
const ENTRY_LENGTH = 128;
const SMALL_SECTOR = 64;
const STREAM = 2;
const ROOT = 5;

/** A stream or storage of a compound file. */
export interface CompoundEntry {
  name: string;
  isStream: boolean;
  isRoot: boolean;
  start: number;
  size: number;
}

/** A stream of a compound file, read from its sectors. */
export class CompoundStream {
  readonly size: number;
  readonly #sectorLength: number;
  readonly #sectors: readonly number[];
  readonly #readSector: (sector: number, at: number, length: number) => Uint8Array;

  constructor(
    size: number,
    sectorLength: number,
    sectors: readonly number[],
    readSector: (sector: number, at: number, length: number) => Uint8Array,
  ) {
    this.size = size;
    this.#sectorLength = sectorLength;
    this.#sectors = sectors;
    this.#readSector = readSector;
  }

  /**
   * Reads a range of the stream.
   * @throws Refused if the range exceeds the stream
   */
  read(from: number, length: number): Uint8Array {
    if (from + length > this.size) throw new Refused('damaged');
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length;) {
      const sector = this.#sectors[Math.floor((from + at) / this.#sectorLength)];
      if (sector === undefined) throw new Refused('damaged');
      const offset = (from + at) % this.#sectorLength;
      const piece = this.#readSector(
        sector,
        offset,
        Math.min(length - at, this.#sectorLength - offset),
      );
      bytes.set(piece, at);
      at += piece.length;
    }
    return bytes;
  }
}

/**
 * Reads the directory of a compound file (OLE2, [MS-CFB]), the format of old Office documents.
 * @throws Refused if the file is damaged, including cyclic sector chains
 */
export class CompoundFile {
  readonly entries: readonly CompoundEntry[];
  readonly #reader: ByteReader;
  readonly #sectorLength: number;
  readonly #fat: readonly number[];

  constructor(bytes: Uint8Array) {
    this.#reader = new ByteReader(bytes);
    const shift = this.#reader.u16(30);
    if (shift !== 9 && shift !== 12) throw new Refused('damaged');
    this.#sectorLength = 2 ** shift;
    this.#fat = this.#fatSectors();
    this.entries = [...this.#chain(this.#reader.u32(48))].flatMap((sector) =>
      this.#readDirectory(sector),
    );
  }

  /** Opens a stream without copying its bytes. */
  open({ start, size }: CompoundEntry): CompoundStream {
    if (size >= this.#reader.u32(56)) return this.#whole(start, size);
    // Short streams are stored in the stream of the root entry, in mini sectors.
    const root = this.entries.find(({ isRoot }) => isRoot);
    if (!root) throw new Refused('damaged');
    const together = this.#whole(root.start, root.size);
    const chain = size <= SMALL_SECTOR ? [start] : this.#smallChain(start, size);
    return new CompoundStream(size, SMALL_SECTOR, chain, (sector, at, length) =>
      together.read(sector * SMALL_SECTOR + at, length),
    );
  }

  #whole(start: number, size: number): CompoundStream {
    return new CompoundStream(
      size,
      this.#sectorLength,
      [...this.#chain(start)],
      (sector, at, length) => this.#reader.slice(this.#getOffset(sector) + at, length),
    );
  }

  /** Returns the mini sectors of a short stream, up to its size. */
  #smallChain(start: number, size: number): number[] {
    const chains = [...this.#chain(this.#reader.u32(60))];
    const perSector = this.#sectorLength / 4;
    const sectors: number[] = [];
    for (let sector = start; sectors.length < Math.ceil(size / SMALL_SECTOR);) {
      sectors.push(sector);
      const table = chains[Math.floor(sector / perSector)];
      if (table === undefined) throw new Refused('damaged');
      sector = this.#reader.u32(this.#getOffset(table) + (sector % perSector) * 4);
    }
    return sectors;
  }

  #fatSectors(): number[] {
    const count = this.#reader.u32(44);
    const perSector = this.#sectorLength / 4;
    if (count * this.#sectorLength > this.#reader.length) throw new Refused('damaged');
    const sectors: number[] = [];
    for (let index = 0; index < Math.min(count, HEADER_SECTORS); index += 1)
      sectors.push(this.#reader.u32(76 + index * 4));
    let further = this.#reader.u32(68);
    while (sectors.length < count) {
      if (further >= END_OF_CHAIN) throw new Refused('damaged');
      const at = this.#getOffset(further);
      for (let index = 0; index < perSector - 1 && sectors.length < count; index += 1)
        sectors.push(this.#reader.u32(at + index * 4));
      further = this.#reader.u32(at + (perSector - 1) * 4);
    }
    return sectors.flatMap((sector) => {
      const at = this.#getOffset(sector);
      return Array.from({ length: perSector }, (_, index) => this.#reader.u32(at + index * 4));
    });
  }

  *#chain(first: number): Generator<number> {
    const seen = new Set<number>();
    for (let sector = first; sector !== END_OF_CHAIN; sector = this.#fat[sector] ?? FREE) {
      const isAway = this.#getOffset(sector) >= this.#reader.length;
      if (isAway || seen.has(sector)) throw new Refused('damaged');
      seen.add(sector);
      yield sector;
    }
  }

  #readDirectory(sector: number): CompoundEntry[] {
    const entries: CompoundEntry[] = [];
    for (let offset = 0; offset < this.#sectorLength; offset += ENTRY_LENGTH) {
      const at = this.#getOffset(sector) + offset;
      const nameLength = this.#reader.u16(at + 64);
      if (nameLength < 2 || nameLength > 64) continue;
      const name = new TextDecoder('utf-16le').decode(this.#reader.slice(at, nameLength - 2));
      const type = this.#reader.slice(at + 66, 1)[0];
      entries.push({
        name,
        isStream: type === STREAM,
        isRoot: type === ROOT,
        start: this.#reader.u32(at + 116),
        size: this.#reader.u32(at + 120),
      });
    }
    return entries;
  }

  #getOffset(sector: number): number {
    return (sector + 1) * this.#sectorLength;
  }
}
