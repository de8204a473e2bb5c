import { claimedKind } from '@homie/contracts/requests';
import { checkArchive } from './check-archive.ts';
import { checkCompoundFile } from './check-compound-file.ts';
import { checkPdf } from './check-pdf.ts';
import { checkText } from './check-text.ts';
import { checkVirus } from './check-virus.ts';
import type { Check } from './check.ts';
import { Refused } from './refused.ts';

/** What was found: 'error' is no verdict, and lets nothing through. */
export type Verdict = { status: 'clean' } | { status: 'blocked' | 'error'; reason: string };

/** Everything that is looked at, in this order. */
export const CHECKS: readonly Check[] = [
  checkVirus,
  checkPdf,
  checkArchive,
  checkCompoundFile,
  checkText,
];

/** Names what is looked at: to be counted up whenever that changes, so that earlier verdicts can be told from later ones. */
export const CHECKS_VERSION = 'checks 3';

/** What is said of a file that no check could judge. */
export const NOT_CHECKED = 'The file could not be checked. Please try again.';

/** Judges a file by its content. Never throws: what goes wrong is told, and the file is not let through. */
export async function scanFile(
  { name, bytes }: { name: string; bytes: Uint8Array<ArrayBuffer> },
  {
    checks = CHECKS,
    onError,
  }: { checks?: readonly Check[]; onError?: (error: unknown) => void } = {},
): Promise<Verdict> {
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
