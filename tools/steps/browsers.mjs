// The browsers that journeys run in; where none is installed, Debian's packages.
import { findFirefox, findWebKit } from '../../.config/browsers.mjs';
import { aptInstall } from './apt.mjs';

/**
 * Finds a browser. Installs it first where that is possible.
 * @param {typeof findFirefox} find
 * @param {string[]} packages
 */
async function ensure(find, packages) {
  if ('missing' in find()) await aptInstall(...packages);
  return find();
}

export const ensureFirefox = () => ensure(findFirefox, ['firefox-esr']);
export const ensureWebKit = () => ensure(findWebKit, ['webkit2gtk-driver', 'xvfb', 'openbox']);
