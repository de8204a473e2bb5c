import type { CheckpointContext } from './checkpoint-context.ts';

const HASH_BYTES = 32;

/**
 * Computes the hash of a later link from the hash of an earlier one and the digests of the links between them, so that
 * the result does not depend on the hashes that the database returns.
 * @returns undefined if links are missing
 * @throws AppError unavailable
 */
export async function extendHash(
  { digests }: Pick<CheckpointContext, 'digests'>,
  from: { seq: number; hash: string },
  upTo: number,
): Promise<string | undefined> {
  let hash: Uint8Array = decodeHex(from.hash);
  for (let seq = from.seq; seq < upTo;) {
    const links = decodeHex(await digests(seq, upTo));
    if (links.length === 0 || links.length % HASH_BYTES !== 0) return undefined;
    for (let at = 0; at < links.length; at += HASH_BYTES) {
      const both = new Uint8Array([...hash, ...links.subarray(at, at + HASH_BYTES)]);
      hash = new Uint8Array(await crypto.subtle.digest('SHA-256', both));
    }
    seq += links.length / HASH_BYTES;
  }
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function decodeHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
