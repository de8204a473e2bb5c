import type { Check } from '../_shared/domain/scan/check.ts';
import { CHECKS_VERSION } from '../_shared/domain/scan/scan-file.ts';
import { clamavCheck } from './clamav/check-clamav.ts';
import type { ClamavSettings } from './clamav/clamav-settings.ts';
import { clamavVersion } from './clamav/clamav-version.ts';

/** What looks at files: its name changes with what it knows. */
export interface Scanner {
  name: string;
  checks: readonly Check[];
}

/**
 * The scanner as it is now: our own checks first, which are quick, and what they refuse is not sent anywhere; then the
 * daemon, where there is one. A daemon that does not say which it is has nothing passed, and is not waited for again.
 */
export async function currentScanner(
  checks: readonly Check[],
  clamav: ClamavSettings | undefined,
): Promise<Scanner> {
  if (clamav === undefined) return { name: CHECKS_VERSION, checks };
  try {
    const name = `${CHECKS_VERSION}, ${await clamavVersion(clamav)}`;
    return { name, checks: [...checks, clamavCheck(clamav)] };
  } catch (error) {
    const unavailable = () => Promise.reject(error);
    return { name: CHECKS_VERSION, checks: [...checks, unavailable] };
  }
}
