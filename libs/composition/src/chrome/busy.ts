import { useEffect } from 'react';

const holders = new Set<object>();
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/**
 * Says that somebody is in the middle of something which a reload would take from them: no new version is offered
 * meanwhile, and the page is not loaded anew by itself.
 * @returns says that it is over
 */
export function holdBusy(): () => void {
  const holder = {};
  holders.add(holder);
  tell();
  return () => {
    holders.delete(holder);
    tell();
  };
}

/** Whether anybody on this page is in the middle of something. */
export function isBusy(): boolean {
  return holders.size > 0;
}

/** Calls back when that may have changed. Returns how to stop. */
export function subscribeBusy(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Holds the page busy as long as the component is mounted and says so. */
export function useBusy(busy: boolean): void {
  useEffect(() => (busy ? holdBusy() : undefined), [busy]);
}
