// The virus scanner that uploads can be shown to, for the tests that talk to a real one.
import { existsSync } from 'node:fs';
import { aptInstall } from './apt.mjs';

const PLACES = ['/usr/sbin/clamd', '/usr/local/sbin/clamd', '/opt/homebrew/sbin/clamd'];

const findClamd = () => PLACES.find((place) => existsSync(place));

/**
 * Finds clamd, and installs it where that may be done without asking. The tests start it themselves, with a few
 * signatures of their own: no database is fetched.
 * @returns {Promise<string | undefined>} its path; undefined where there is none, and those tests are skipped
 */
export async function ensureClamd() {
  const found = findClamd();
  if (found || process.getuid?.() !== 0) return found;
  await aptInstall('clamav-daemon');
  return findClamd();
}
