import { holdBusy, holdNavigation } from '@homie/composition';

/** The place of an entry in the history, as the router counts them. */
function placeOf(state: unknown): number | undefined {
  const idx = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : undefined;
  return typeof idx === 'number' ? idx : undefined;
}

/**
 * Holds the page where it is: Back and Forward lead back to it before anybody else hears of them, and leaving the
 * page altogether is asked about by the browser.
 * @param ask told once the page is where it was, with what the person wanted
 * @returns lets it go
 */
export function holdPage(ask: (go: () => void) => void): () => void {
  const here = placeOf(history.state) ?? 0;
  let wanted = -1;

  function onPop(event: PopStateEvent) {
    event.stopImmediatePropagation();
    // An entry that the router did not make: as if it were the one before.
    const step = (placeOf(event.state) ?? here - 1) - here;
    if (step === 0) return ask(() => history.go(wanted));
    wanted = step;
    history.go(-step);
  }
  const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();

  const release = holdNavigation(onPop);
  const done = holdBusy();
  window.addEventListener('beforeunload', onUnload);
  return () => {
    release();
    done();
    window.removeEventListener('beforeunload', onUnload);
  };
}
