import { holdBusy } from '@homie/composition';

/** Has the browser ask before the page is left or reloaded, and keeps us from doing so ourselves. Returns how to stop. */
export function warnBeforeLeaving(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  const release = holdBusy();
  window.addEventListener('beforeunload', ask);
  return () => {
    release();
    window.removeEventListener('beforeunload', ask);
  };
}
