import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip, createGzip } from 'node:zlib';
import { linkDurably } from '../files/safe-files.ts';
import { ArchiveError, archiveLineSchema, type ArchiveLine } from './archive-line.ts';

const OWNER_ONLY = 0o600;

/** Receives the lines of an archive, one after the other. */
export type LineSink = (line: ArchiveLine) => Promise<void>;

/**
 * Writes an archive, which exists under its name only once it is complete. Only its owner can read it: it contains
 * secrets and everything that users wrote.
 * @throws {ArchiveError} if there is a file of this name
 */
export async function writeLines(
  file: string,
  work: (sink: LineSink) => Promise<void>,
): Promise<void> {
  // The random name prevents others from creating a file or link there first.
  const aside = `${file}.${randomUUID()}`;
  const gzip = createGzip();
  const written = pipeline(
    gzip,
    createWriteStream(aside, { flags: 'wx', mode: OWNER_ONLY, flush: true }),
  );
  // The error is reported below; until then there is no other handler.
  written.catch(() => {});
  const hash = createHash('sha256');
  let lines = 0;
  const write = async (line: ArchiveLine) => {
    const text = `${JSON.stringify(line)}\n`;
    hash.update(text);
    lines += 1;
    if (!gzip.write(text)) await Promise.race([once(gzip, 'drain'), written]);
  };
  try {
    await work(write);
    await write({ kind: 'end', lines, sha256: hash.copy().digest('hex') });
    gzip.end();
    await written;
    await linkDurably(aside, file).catch((error: unknown) => {
      throw new ArchiveError(`${file} could not be made: ${String(error)}`);
    });
  } finally {
    gzip.destroy();
    await finished(gzip).catch(() => {});
    await rm(aside, { force: true });
  }
}

/**
 * Reads the lines of an archive.
 * @throws {ArchiveError} if the file is no archive, or was changed
 */
export async function* readLines(file: string): AsyncGenerator<ArchiveLine> {
  const damaged = (why: string) => new ArchiveError(`${file} is no whole archive: ${why}`);
  const hash = createHash('sha256');
  let lines = 0;
  let ended = false;
  const input = createReadStream(file);
  const gunzip = createGunzip();
  // If it fails, the loop below throws the same error.
  const read = pipeline(input, gunzip).catch(() => {});
  try {
    for await (const text of textLines(gunzip)) {
      if (ended) throw damaged('it goes on after its end.');
      const line = archiveLineSchema.safeParse(JSON.parse(text));
      if (!line.success) throw damaged(`line ${lines + 1} is of another form.`);
      if (line.data.kind === 'end') {
        if (line.data.lines !== lines || line.data.sha256 !== hash.digest('hex'))
          throw damaged('it was changed.');
        ended = true;
      } else {
        hash.update(`${text}\n`);
        lines += 1;
      }
      yield line.data;
    }
  } catch (error) {
    if (error instanceof ArchiveError) throw error;
    throw damaged(error instanceof Error ? error.message : String(error));
  } finally {
    input.destroy();
    gunzip.destroy();
    await read;
  }
  if (!ended) throw damaged('its end is missing.');
}

/** Splits a stream into lines. `readline` does not throw if its input fails. */
async function* textLines(input: Readable): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of input) {
    const parts = (rest + decoder.write(chunk)).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
  if (rest !== '') yield rest;
}
