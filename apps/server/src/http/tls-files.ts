import { readFileSync } from 'node:fs';
import { Server as HttpsServer } from 'node:https';

/** A certificate with its chain, and its key, as PEM files. */
export interface TlsFiles {
  cert: string;
  key: string;
}

const LOOK_EVERY_MS = 60_000;

/** One of the files is missing or invalid. */
class TlsFilesError extends Error {}

/** @throws {TlsFilesError} naming the setting */
export function readTlsFiles({ cert, key }: TlsFiles): { cert: string; key: string } {
  return { cert: read('HOMIE_TLS_CERT', cert), key: read('HOMIE_TLS_KEY', key) };
}

function read(setting: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new TlsFilesError(`${setting}: ${file} cannot be read.`, { cause: error });
  }
}

/**
 * Reloads a renewed certificate without a restart.
 * @returns the timer that checks for one
 */
export function renewTls(server: object, files: TlsFiles): NodeJS.Timeout {
  let known = JSON.stringify(readTlsFiles(files));
  const timer = setInterval(() => {
    try {
      const found = readTlsFiles(files);
      if (JSON.stringify(found) === known || !(server instanceof HttpsServer)) return;
      server.setSecureContext(found);
      known = JSON.stringify(found);
    } catch {
      // Half replaced, or temporarily not readable: the current one is used until the next check.
    }
  }, LOOK_EVERY_MS);
  return timer.unref();
}
