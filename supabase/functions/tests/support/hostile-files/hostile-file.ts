import type { REASONS } from '../../../_shared/domain/scan/refused.ts';

/** A file that a user may upload, and its expected outcome. */
export interface HostileFile {
  name: string;
  content: Uint8Array;
  /** Refused by the upload, passed by the scan, or not passed for a reason. */
  expected: 'refused' | 'clean' | keyof typeof REASONS;
}

/** Creates files from tuples of name, content and expected outcome. */
export function hostileFiles(
  ...files: readonly [string, Uint8Array, HostileFile['expected']][]
): HostileFile[] {
  return files.map(([name, content, expected]) => ({ name, content, expected }));
}

/** The harmless EICAR test virus, in two pieces so that no scanner detects this source file. */
export const EICAR = [
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}$',
  'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
].join('');
