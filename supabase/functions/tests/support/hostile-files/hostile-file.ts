import type { REASONS } from '../../../_shared/domain/scan/refused.ts';

/** A file as somebody may send it, and what has to come of it. */
export interface HostileFile {
  name: string;
  content: Uint8Array;
  /** Not even stored, passed by the scan, or not passed for a reason. */
  expected: 'refused' | 'clean' | keyof typeof REASONS;
}

/** Of files that are alike but for name, content and what comes of them. */
export function hostileFiles(
  ...files: readonly [string, Uint8Array, HostileFile['expected']][]
): HostileFile[] {
  return files.map(([name, content, expected]) => ({ name, content, expected }));
}

/** The harmless test virus of EICAR, in two pieces so that no scanner takes this file for one. */
export const EICAR = [
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}$',
  'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
].join('');
