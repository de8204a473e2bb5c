import { createStore } from '@homie/store';
import { useEffect } from 'react';

/** The holders of the page, each of which would lose something by a reload. */
const holders = createStore<ReadonlySet<object>>(new Set());

/**
 * Says that somebody is in the middle of something which a reload would take from them: no new version is offered
 * meanwhile, and the page is not loaded anew by itself.
 * @returns says that it is over
 */
export function holdBusy(): () => void {
  const holder = {};
  holders.setState((current) => new Set([...current, holder]));
  return () => holders.setState((current) => new Set([...current].filter((one) => one !== holder)));
}

/** Whether anybody on this page is in the middle of something. */
export function isBusy(): boolean {
  return holders.getState().size > 0;
}

/** Calls back when that may have changed. Returns how to stop. */
export function subscribeBusy(listener: () => void): () => void {
  return holders.subscribe(listener);
}

/** Holds the page busy as long as the component is mounted and says so. */
export function useBusy(busy: boolean): void {
  useEffect(() => (busy ? holdBusy() : undefined), [busy]);
}
