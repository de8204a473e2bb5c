// Provides the virus scanner for the tests that use a real one.
import { existsSync } from 'node:fs';
import { aptInstall } from './apt.mjs';

const PLACES = ['/usr/sbin/clamd', '/usr/local/sbin/clamd', '/opt/homebrew/sbin/clamd'];

export const findClamd = () => PLACES.find((place) => existsSync(place));

/**
 * Finds clamd, and installs it where that is possible without a prompt. The tests start it themselves, with a few
 * signatures of their own: no database is downloaded.
 * @returns {Promise<string | undefined>} its path; undefined where there is none, and those tests are skipped
 */
export async function ensureClamd() {
  const found = findClamd();
  if (found || process.getuid?.() !== 0) return found;
  await aptInstall('clamav-daemon');
  return findClamd();
}
