import type { ExtractedFile } from '../domain/extract/extracted-file.ts';

/** Room for what was read, in characters of all files together: about twice as many bytes. */
const ROOM = 16_000_000;
/** What a cell or a paragraph takes beside its characters. */
const OVERHEAD = 24;

interface Entry {
  file: Promise<ExtractedFile>;
  /** Nothing while it is being read. */
  size: number;
}

/** What was read of files, the latest used as far as there is room. The same file is read once at a time. */
export class ReadFiles {
  readonly #room: number;
  readonly #entries = new Map<string, Entry>();
  #used = 0;

  constructor(room = ROOM) {
    this.#room = room;
  }

  /** @param read makes what is not there. What it fails to make is tried again the next time. */
  get(key: string, read: () => Promise<ExtractedFile>): Promise<ExtractedFile> {
    const known = this.#entries.get(key);
    if (known) {
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known.file;
    }
    const file = read();
    const entry: Entry = { file, size: 0 };
    this.#entries.set(key, entry);
    file.then(
      (result) => this.#keep(key, entry, sizeOf(result)),
      () => this.#entries.delete(key),
    );
    return file;
  }

  #keep(key: string, entry: Entry, size: number): void {
    if (this.#entries.get(key) !== entry) return;
    if (size > this.#room / 2) {
      this.#entries.delete(key);
      return;
    }
    entry.size = size;
    this.#used += size;
    for (const [oldest, { size: freed }] of this.#entries) {
      if (this.#used <= this.#room) return;
      if (oldest === key || freed === 0) continue;
      this.#entries.delete(oldest);
      this.#used -= freed;
    }
  }
}

function sizeOf({ parts, tables }: ExtractedFile): number {
  let size = OVERHEAD;
  for (const { text } of parts) size += text.length + OVERHEAD;
  for (const { rows } of tables) {
    for (const { cells } of rows) {
      size += OVERHEAD;
      for (const cell of cells) size += cell.length + OVERHEAD;
    }
  }
  return size;
}
