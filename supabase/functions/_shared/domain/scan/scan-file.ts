import { claimedKind } from '@homie/contracts/requests';
import { checkArchive } from './check-archive.ts';
import { checkCompoundFile } from './check-compound-file.ts';
import { checkPdf } from './check-pdf.ts';
import { checkText } from './check-text.ts';
import { checkVirus } from './check-virus.ts';
import type { Check } from './check.ts';
import { Refused } from './refused.ts';

/** The result of a scan: 'error' is no verdict, and such a file is not accepted. */
export type ScanVerdict = { status: 'clean' } | { status: 'blocked' | 'error'; reason: string };

/** All checks, in the order in which they run. */
export const CHECKS: readonly Check[] = [
  checkVirus,
  checkPdf,
  checkArchive,
  checkCompoundFile,
  checkText,
];

/**
 * The version of the checks. Increment it with every change, so that earlier verdicts can be distinguished from later
 * ones.
 */
export const CHECKS_VERSION = 'checks 4';

/** The message for a file that could not be checked. */
export const NOT_CHECKED = 'The file could not be checked. Please try again.';

/** Scans a file by its content. Never throws: passes errors to `onError` and does not accept the file. */
export async function scanFile(
  { name, bytes }: { name: string; bytes: Uint8Array<ArrayBuffer> },
  {
    checks = CHECKS,
    onError,
  }: { checks?: readonly Check[]; onError?: (error: unknown) => void } = {},
): Promise<ScanVerdict> {
  try {
    const kind = claimedKind(name);
    if (kind === undefined || bytes.length === 0) throw new Refused('wrongType');
    for (const check of checks) await check({ kind, bytes });
    return { status: 'clean' };
  } catch (error) {
    if (error instanceof Refused) return { status: 'blocked', reason: error.reason };
    onError?.(error);
    return { status: 'error', reason: NOT_CHECKED };
  }
}
