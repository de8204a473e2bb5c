import type { ExtractedFile } from '../domain/extract/extracted-file.ts';

/** Cache size in characters of all files together: about twice as many bytes. */
const ROOM = 16_000_000;
/** Memory of a cell or a paragraph in addition to its characters. */
const OVERHEAD = 24;

interface Entry {
  file: Promise<ExtractedFile>;
  /** 0 while the file is being read. */
  size: number;
}

/** Caches extracted files and evicts the least recently used ones. Concurrent requests for a file share one read. */
export class ReadFiles {
  readonly #room: number;
  readonly #entries = new Map<string, Entry>();
  #used = 0;

  constructor(room = ROOM) {
    this.#room = room;
  }

  /** @param read reads a file that is not cached. A failed read is retried at the next request. */
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
      (result) => this.#addToCache(key, entry, estimateSize(result)),
      () => this.#entries.delete(key),
    );
    return file;
  }

  #addToCache(key: string, entry: Entry, size: number): void {
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

function estimateSize({ parts, tables }: ExtractedFile): number {
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
