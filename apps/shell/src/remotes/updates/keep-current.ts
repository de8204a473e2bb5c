import type { Remotes } from '../remotes';
import { recoverChunk } from './recover-chunk';
import { watchReleases } from './watch-releases';

/** Keeps an open page from falling behind what was released since: it offers to reload, and does so where it must. */
export function keepCurrent(remotes: Remotes): void {
  const updates = () => import('./index');
  watchReleases(() => {
    updates()
      .then(({ lookForUpdates }) => lookForUpdates(remotes))
      .catch(() => undefined); // the next look may get through
  });
  let recovering = false;
  window.addEventListener('vite:preloadError', ({ payload }) => {
    // What the recovery itself needs may be missing as well.
    if (recovering) return;
    recovering = true;
    void recoverChunk(payload, {
      isOutdated: () => updates().then(({ isOutdated }) => isOutdated(remotes)),
      reload: () => window.location.reload(),
      storage: window.sessionStorage,
      location: window.location,
    })
      .catch(() => undefined)
      .finally(() => (recovering = false));
  });
}
