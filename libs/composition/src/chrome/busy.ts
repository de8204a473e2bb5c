import { createStore } from '@homie/store';
import { useEffect } from 'react';

/** The holders that make the page busy, each of which would lose data in a reload. */
const holders = createStore<ReadonlySet<object>>(new Set());

/**
 * Marks the page as busy because a reload would lose the user's work: until it is released, no new version is offered,
 * and the page does not reload by itself.
 * @returns a function that releases it
 */
export function holdBusy(): () => void {
  const holder = {};
  holders.setState((current) => new Set([...current, holder]));
  return () => holders.setState((current) => new Set([...current].filter((one) => one !== holder)));
}

/** Returns whether the page is busy. */
export function isBusy(): boolean {
  return holders.getState().size > 0;
}

/** Calls back when that may have changed. Returns an unsubscribe function. */
export function subscribeBusy(listener: () => void): () => void {
  return holders.subscribe(listener);
}

/** Marks the page as busy while the component is mounted and `busy` is true. */
export function useBusy(busy: boolean): void {
  useEffect(() => (busy ? holdBusy() : undefined), [busy]);
}
