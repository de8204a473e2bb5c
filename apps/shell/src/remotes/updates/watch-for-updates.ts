import { isBusy } from '@homie/composition';
import { createImportCode, MissingCodeError } from '../integrity/import-code';
import type { PageIntegrity } from '../integrity/page-integrity';
import type { RemoteLoader } from '../loading/remote-loader';

/** Interval at which an open page checks for new releases. */
const CHECK_MILLISECONDS = 15 * 60_000;
/** Minimum time between two checks when the user returns to the page. */
const RETURN_MILLISECONDS = 60_000;

/** Calls back at an interval, and when the user returns to the page. */
function watchReleases(check: () => void): void {
  let last = Date.now();
  function checkNow() {
    last = Date.now();
    check();
  }
  function checkOnReturn() {
    if (!document.hidden && Date.now() - last >= RETURN_MILLISECONDS) checkNow();
  }
  window.setInterval(checkNow, CHECK_MILLISECONDS);
  window.addEventListener('focus', checkOnReturn);
  document.addEventListener('visibilitychange', checkOnReturn);
}

/** Offers releases that appear while the page is open, and loads code that is imported on demand. */
export function watchForUpdates(remotes: RemoteLoader, page: PageIntegrity): void {
  const updates = () => import('./find-updates');
  watchReleases(() => {
    updates()
      .then(({ offerUpdates }) => offerUpdates(remotes))
      .catch(() => undefined); // the next check may succeed
  });

  const importCode = createImportCode(page, document);
  window.addEventListener('homie:import', ({ detail }) => {
    const { addresses, load } = detail;
    detail.load = () =>
      importCode({ addresses, load }).catch((error: unknown) => {
        // Checked before the await: the failing view, which may hold the page busy, is removed in the meantime.
        if (error instanceof MissingCodeError && !isBusy())
          void updates()
            .then(({ recover }) => recover(remotes, error.address))
            .catch(() => undefined); // the view that needs the code shows the failure
        throw error;
      });
  });
}
