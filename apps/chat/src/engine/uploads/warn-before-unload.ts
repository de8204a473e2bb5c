import { holdBusy } from '@homie/composition';

/**
 * Makes the browser ask for confirmation before the page unloads, and prevents automatic reloads. Returns a function
 * that stops both.
 */
export function warnBeforeUnload(): () => void {
  const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
  const release = holdBusy();
  window.addEventListener('beforeunload', preventUnload);
  return () => {
    release();
    window.removeEventListener('beforeunload', preventUnload);
  };
}
