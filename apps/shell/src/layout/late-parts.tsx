import { Fragment, useSyncExternalStore, type ReactNode } from 'react';

const listeners = new Set<() => void>();
let parts: readonly ReactNode[] = [];

/** Draws something on every screen behind the sign-in that no screen knew of, e.g. a notice whose code has just arrived. */
export function showLate(part: ReactNode): void {
  parts = [...parts, part];
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where they are drawn. */
export function LateParts() {
  return useSyncExternalStore(subscribe, () => parts).map((part, place) => (
    // Only ever added to: a part is known by its place, and draws nothing when it is done.
    <Fragment key={place}>{part}</Fragment>
  ));
}
