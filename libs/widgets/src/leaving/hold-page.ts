import { holdBusy, holdNavigation } from '@homie/composition';

/** Returns the index of an entry in the history, as the router counts them. */
function historyIndex(state: unknown): number | undefined {
  const idx = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : undefined;
  return typeof idx === 'number' ? idx : undefined;
}

/**
 * Blocks navigation away from the page: Back and Forward return to it before any other listener, and the browser
 * confirms unloading the page.
 * @param onBlocked called once the page is back, with a function that continues the blocked navigation
 * @returns a function that releases the page
 */
export function holdPage(onBlocked: (go: () => void) => void): () => void {
  const here = historyIndex(history.state) ?? 0;
  let wanted = -1;

  function onPop(event: PopStateEvent) {
    event.stopImmediatePropagation();
    // The router did not create this entry: it counts as the previous one.
    const step = (historyIndex(event.state) ?? here - 1) - here;
    if (step === 0) return onBlocked(() => history.go(wanted));
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
