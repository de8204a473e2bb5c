import { isBusy } from '@homie/composition';
import { createImportCode, MissingCodeError } from '../import-code';
import type { PageIntegrity } from '../page-integrity';
import type { Remotes } from '../remotes';
import { watchReleases } from './watch-releases';

/** Offers releases that appear while the page is open, and loads code that is imported on demand. */
export function keepCurrent(remotes: Remotes, page: PageIntegrity): void {
  const updates = () => import('./index');
  watchReleases(() => {
    updates()
      .then(({ lookForUpdates }) => lookForUpdates(remotes))
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
            .then(({ isOutdated, recoverMissingCode }) =>
              recoverMissingCode(error.address, {
                isOutdated: () => isOutdated(remotes),
                reload: () => window.location.reload(),
                storage: window.sessionStorage,
                location: window.location,
              }),
            )
            .catch(() => undefined); // the view that needs the code shows the failure
        throw error;
      });
  });
}
