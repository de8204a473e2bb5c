import type { PageIntegrity } from '../page-integrity';
import type { Remotes } from '../remotes';
import type { BringAgain, Probes } from './bring-again';
import { failedAddress, type CodeFailure } from './code-failure';
import { recoverChunk } from './recover-chunk';
import { watchReleases } from './watch-releases';

/** When what brings code again is fetched ahead: it is needed when nothing can be. */
const AHEAD_MILLISECONDS = 15_000;

/** Keeps an open page from falling behind what was released since, and from losing code that did not arrive once. */
export function keepCurrent(remotes: Remotes, page: PageIntegrity): void {
  const updates = () => import('./index');
  watchReleases(() => {
    updates()
      .then(({ lookForUpdates }) => lookForUpdates(remotes))
      .catch(() => undefined); // the next look may get through
  });

  let attempts = 0;
  let again: BringAgain | undefined;
  const probes: Probes = new Set();
  async function bringAgain(address: string): Promise<unknown> {
    if (address.startsWith(`${window.location.origin}/assets/`))
      return import(/* @vite-ignore */ `${address}?again=${++attempts}`);
    if (!address) throw new Error('This browser does not say which code it was');
    const { createBringAgain } = await import('./bring-again');
    again ??= createBringAgain(page, probes);
    return again(address);
  }
  window.setTimeout(() => {
    import('./bring-again').catch(() => undefined); // asked for again when it is needed
  }, AHEAD_MILLISECONDS);

  window.addEventListener('vite:preloadError', (event) => {
    const failure: CodeFailure = event;
    const { payload } = failure;
    const address = failedAddress(payload);
    // A second way that fails is no first one.
    if (address.includes('again=') || probes.has(address)) return;
    failure.recovered = bringAgain(address).catch((): never => {
      void recoverChunk(payload, {
        isOutdated: () => updates().then(({ isOutdated }) => isOutdated(remotes)),
        reload: () => window.location.reload(),
        storage: window.sessionStorage,
        location: window.location,
      }).catch(() => undefined);
      throw payload;
    });
  });
}
