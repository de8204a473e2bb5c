import { createHash } from 'node:crypto';
import {
  ArchiveError,
  type ArchivedFile,
  type ArchivedRow,
  type ArchivedTable,
  type ArchivedTableEnd,
  type ArchiveLine,
} from './archive-line.ts';
import { RowDigest } from './row-digest.ts';

/** The lines of an archive that is being read. */
export type Lines = AsyncGenerator<ArchiveLine>;

/**
 * Reads the rows of a table up to its end line.
 * @throws ArchiveError if the rows are not those that were written
 */
export async function readTable(
  lines: Lines,
  { name }: ArchivedTable,
  onRows: (rows: ArchivedRow[]) => Promise<void> | void = () => {},
): Promise<ArchivedTableEnd> {
  const digest = new RowDigest();
  for (;;) {
    const line = await nextLine(lines);
    if (line.kind === 'rows') {
      for (const row of line.rows) digest.add(row);
      await onRows(line.rows);
    } else if (line.kind === 'table-end') {
      if (line.name === name && line.rows === digest.rows && line.digest === digest.digest)
        return line;
      throw new ArchiveError(`The archive was changed: ${name} does not match its hash.`);
    } else throw new ArchiveError(`The archive breaks off in ${name}.`);
  }
}

/**
 * Reads a file up to its end line.
 * @returns whether it exists
 * @throws ArchiveError if it is not the file that was written
 */
export async function readFile(lines: Lines, { bucket, key }: ArchivedFile): Promise<boolean> {
  const first = await nextLine(lines);
  if (first.kind === 'file-gone') return false;
  const reader = new FileReader(lines, first);
  const hash = createHash('sha256');
  for await (const piece of reader.pieces()) hash.update(piece);
  if (hash.digest('hex') === reader.sha256) return true;
  throw new ArchiveError(`The archive was changed: ${bucket}/${key} does not match its hash.`);
}

/** Reads the pieces of a file and verifies their size and hash. */
export class FileReader {
  readonly #lines: Lines;
  readonly #first: ArchiveLine;
  sha256 = '';

  constructor(lines: Lines, first: ArchiveLine) {
    this.#lines = lines;
    this.#first = first;
  }

  async *pieces(): AsyncGenerator<Buffer> {
    for (let line = this.#first; ; line = await nextLine(this.#lines)) {
      if (line.kind === 'file-end') {
        this.sha256 = line.sha256;
        return;
      }
      if (line.kind !== 'piece') throw new ArchiveError('The archive breaks off in a file.');
      yield Buffer.from(line.base64, 'base64');
    }
  }
}

/**
 * Returns the next line.
 * @throws ArchiveError at the end of the archive
 */
export async function nextLine(lines: Lines): Promise<ArchiveLine> {
  const { value, done } = await lines.next();
  if (done) throw new ArchiveError('The archive breaks off.');
  return value;
}
