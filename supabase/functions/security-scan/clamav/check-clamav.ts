import type { Check } from '../../_shared/domain/scan/check.ts';
import { Refused, type REASONS } from '../../_shared/domain/scan/refused.ts';
import { scanWithClamav } from './scan-with-clamav.ts';
import type { ClamavSettings } from './clamav-settings.ts';

/** Findings of the daemon's heuristics, which are no virus: the user can fix them. */
const HEURISTICS: readonly (readonly [RegExp, keyof typeof REASONS])[] = [
  [/^Heuristics\.Encrypted/, 'encrypted'],
  [/^Heuristics\.OLE2\.ContainsMacros/, 'macros'],
  [/^Heuristics\.Limits\.Exceeded/, 'tooMuch'],
];

/**
 * Creates a check by a ClamAV daemon.
 * @returns a check that throws ClamavError while the daemon gives no verdict
 */
export function clamavCheck(settings: ClamavSettings): Check {
  return async function checkClamav({ bytes }) {
    const { found } = await scanWithClamav(settings, bytes);
    if (found === null) return;
    const known = HEURISTICS.find(([pattern]) => pattern.test(found));
    throw new Refused(known?.[1] ?? 'virus');
  };
}
