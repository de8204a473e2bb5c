import { nothing, type ExtractedFile, type ExtractFile } from '../domain/extract/extracted-file.ts';
import { unreadable } from '../domain/extract/notes.ts';
import { Turnstile } from '../http/turnstile.ts';
import { ReadFiles } from './read-files.ts';
import { isReadable, readStored, type FileAccess, type StoredFile } from './stored-file.ts';

/** Limits of concurrent reads: each file is in memory during its read. */
const READ_AT_ONCE = { total: 2, perPerson: 1, waitMs: 60_000 };

/** Reads stored files for replies. Caches the results for later questions, within a memory limit. */
export class FileReader {
  readonly #extract: ExtractFile;
  readonly #turnstile = new Turnstile(READ_AT_ONCE);
  readonly #read: ReadFiles;

  constructor(extract: ExtractFile, read = new ReadFiles()) {
    this.#extract = extract;
    this.#read = read;
  }

  /**
   * Reads a file with the user's current permissions. Never rejects: a file that is inaccessible, damaged, or not the
   * one that was found clean, is reported as unreadable.
   */
  async read(file: StoredFile, access: FileAccess): Promise<ExtractedFile> {
    try {
      if (!(await isReadable(file, access.data))) return nothing(unreadable(file.name));
      // The checksum in our own records identifies the bytes; the notes contain the name.
      return await this.#read.get(`${file.sha256} ${file.name}`, () => this.#reread(file, access));
    } catch {
      return nothing(unreadable(file.name));
    }
  }

  #reread(file: StoredFile, { userId, ownFiles }: FileAccess): Promise<ExtractedFile> {
    return this.#turnstile.pass(userId, async (enter) => {
      await enter();
      const bytes = await readStored(file, ownFiles);
      return this.#extract({ name: file.name, bytes });
    });
  }
}
