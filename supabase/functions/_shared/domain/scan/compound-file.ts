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

/**
 * Reads the directory of a compound file (OLE2, [MS-CFB]), which is what old Office documents are.
 * @throws Refused when it is damaged; chains that lead back into themselves included
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

  /** The first bytes of a stream, as far as one small sector goes. */
  beginningOf({ start, size }: CompoundEntry): Uint8Array {
    const length = Math.min(size, SMALL_SECTOR);
    if (size >= this.#reader.u32(56)) return this.#reader.slice(this.#place(start), length);
    // Short streams lie together in the root's own.
    const root = this.entries.find(({ isRoot }) => isRoot);
    if (!root) throw new Refused('damaged');
    const offset = start * SMALL_SECTOR;
    const steps = Math.floor(offset / this.#sectorLength);
    let index = 0;
    for (const sector of this.#chain(root.start)) {
      if (index === steps)
        return this.#reader.slice(this.#place(sector) + (offset % this.#sectorLength), length);
      index += 1;
    }
    throw new Refused('damaged');
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
      const at = this.#place(further);
      for (let index = 0; index < perSector - 1 && sectors.length < count; index += 1)
        sectors.push(this.#reader.u32(at + index * 4));
      further = this.#reader.u32(at + (perSector - 1) * 4);
    }
    return sectors.flatMap((sector) => {
      const at = this.#place(sector);
      return Array.from({ length: perSector }, (_, index) => this.#reader.u32(at + index * 4));
    });
  }

  *#chain(first: number): Generator<number> {
    const seen = new Set<number>();
    for (let sector = first; sector !== END_OF_CHAIN; sector = this.#fat[sector] ?? FREE) {
      const isAway = this.#place(sector) >= this.#reader.length;
      if (isAway || seen.has(sector)) throw new Refused('damaged');
      seen.add(sector);
      yield sector;
    }
  }

  #readDirectory(sector: number): CompoundEntry[] {
    const entries: CompoundEntry[] = [];
    for (let offset = 0; offset < this.#sectorLength; offset += ENTRY_LENGTH) {
      const at = this.#place(sector) + offset;
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

  #place(sector: number): number {
    return (sector + 1) * this.#sectorLength;
  }
}
