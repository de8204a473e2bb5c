import { createHash } from 'node:crypto';
import type { CheckpointContext } from './checkpoint-context.ts';

/** Length of a hash as hexadecimal digits. */
const HASH_LENGTH = 64;

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
  let { hash } = from;
  for (let seq = from.seq; seq < upTo;) {
    const links = await digests(seq, upTo);
    if (links.length === 0 || links.length % HASH_LENGTH !== 0) return undefined;
    for (let at = 0; at < links.length; at += HASH_LENGTH)
      hash = createHash('sha256')
        .update(hash, 'hex')
        .update(links.slice(at, at + HASH_LENGTH), 'hex')
        .digest('hex');
    seq += links.length / HASH_LENGTH;
  }
  return hash;
}
