import { createHash } from 'node:crypto';
import type { ArchivedRow } from './archive-line.ts';

const MODULUS = 2n ** 256n;

/** Digest of rows in any order: two sets of rows have the same digest if they contain the same rows equally often. */
export class RowDigest {
  #sum = 0n;
  rows = 0;

  add(row: ArchivedRow): void {
    const hash = createHash('sha256').update(JSON.stringify(row)).digest('hex');
    this.#sum = (this.#sum + BigInt(`0x${hash}`)) % MODULUS;
    this.rows += 1;
  }

  get digest(): string {
    return this.#sum.toString(16).padStart(64, '0');
  }
}
