import type { Check } from '../_shared/domain/scan/check.ts';
import { CHECKS_VERSION } from '../_shared/domain/scan/scan-file.ts';
import { clamavCheck } from './clamav/check-clamav.ts';
import type { ClamavSettings } from './clamav/clamav-settings.ts';
import { clamavVersion } from './clamav/clamav-version.ts';

/** Scanner of files: its name changes with its checks and signatures. */
export interface Scanner {
  name: string;
  checks: readonly Check[];
}

/**
 * Returns the current scanner: our own checks first, which are fast, so that a refused file is not sent anywhere; then
 * the daemon, if there is one. If the daemon does not return its version, no file passes and it is not called again.
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
