import type { ExtractFile } from '../domain/extract/extract-file.ts';
import { nothing, type ExtractedFile } from '../domain/extract/extracted-file.ts';
import { unreadable } from '../domain/extract/notes.ts';
import { Turnstile } from '../http/turnstile.ts';
import { ReadFiles } from './read-files.ts';
import { isReadable, readStored, type FileAccess, type StoredFile } from './stored-file.ts';

/** Files that are read at once: each is in memory meanwhile. */
const READ_AT_ONCE = { total: 2, perPerson: 1, waitMs: 60_000 };

/** Reads stored files for replies. What was read is kept for the questions that follow, as far as there is room. */
export class FileReader {
  readonly #extract: ExtractFile;
  readonly #turnstile = new Turnstile(READ_AT_ONCE);
  readonly #read: ReadFiles;

  constructor(extract: ExtractFile, read = new ReadFiles()) {
    this.#extract = extract;
    this.#read = read;
  }

  /**
   * Reads a file as a person who may, now. Never rejects: a file that is out of reach, or not what was found clean, is
   * said to be unreadable, and so is one that is damaged.
   */
  async read(file: StoredFile, access: FileAccess): Promise<ExtractedFile> {
    try {
      if (!(await isReadable(file, access.data))) return nothing(unreadable(file.name));
      // A checksum of our own records stands for the bytes; the name stands in the notes.
      return await this.#read.get(`${file.sha256} ${file.name}`, () =>
        this.#readAnew(file, access),
      );
    } catch {
      return nothing(unreadable(file.name));
    }
  }

  #readAnew(file: StoredFile, { userId, ownFiles }: FileAccess): Promise<ExtractedFile> {
    return this.#turnstile.pass(userId, async (enter) => {
      await enter();
      const bytes = await readStored(file, ownFiles);
      return this.#extract({ name: file.name, bytes });
    });
  }
}
