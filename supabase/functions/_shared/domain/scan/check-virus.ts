import { ByteSearch } from './byte-search.ts';
import type { ScannedFile } from './check.ts';
import { Refused } from './refused.ts';

/** The harmless test virus of EICAR, split in two so that no scanner reports this file. */
const EICAR = new ByteSearch(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''),
);

/** Searches the raw bytes of a file for known viruses. */
export function checkVirus({ bytes }: ScannedFile): void {
  if (EICAR.in(bytes) >= 0) throw new Refused('virus');
}

/** Searches streamed bytes for known viruses. */
export class VirusWatch {
  #end: Uint8Array = new Uint8Array(0);

  /** @throws Refused */
  push(piece: Uint8Array): void {
    const overlap = EICAR.length - 1;
    const seam = new Uint8Array(this.#end.length + Math.min(piece.length, overlap));
    seam.set(this.#end);
    seam.set(piece.subarray(0, overlap), this.#end.length);
    if (EICAR.in(seam) >= 0 || EICAR.in(piece) >= 0) throw new Refused('virus');
    this.#end = piece.length >= overlap ? piece.slice(-overlap) : seam.slice(-overlap);
  }
}
