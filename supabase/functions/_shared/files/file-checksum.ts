import { createHash } from 'node:crypto';
import { Pauses } from '../domain/scan/pause.ts';

const PIECE = 1024 * 1024;

/**
 * Computes the SHA-256 of a file as lowercase hexadecimal digits, in chunks: Web Crypto would copy the whole file
 * first.
 */
export async function fileChecksum(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  const pauses = new Pauses();
  for (let from = 0; from < bytes.length; from += PIECE) {
    const piece = bytes.subarray(from, from + PIECE);
    hash.update(piece);
    await pauses.after(piece.length);
  }
  return hash.digest('hex');
}
