import { holdBusy } from '@homie/composition';

/**
 * Makes the browser ask for confirmation before the page unloads, and prevents automatic reloads. Returns a function
 * that stops both.
 */
export function warnBeforeLeaving(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  const release = holdBusy();
  window.addEventListener('beforeunload', ask);
  return () => {
    release();
    window.removeEventListener('beforeunload', ask);
  };
}
