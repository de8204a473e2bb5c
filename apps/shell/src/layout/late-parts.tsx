import { createStore, useStore } from '@homie/composition';
import { Fragment, type ReactNode } from 'react';

const parts = createStore<readonly ReactNode[]>([]);

/** Draws something on every screen behind the sign-in that no screen knew of, e.g. a notice whose code has just arrived. */
export function showLate(part: ReactNode): void {
  parts.setState((current) => [...current, part]);
}

/** Where they are drawn. */
export function LateParts() {
  return useStore(parts).map((part, place) => (
    // Only ever added to: a part is known by its place, and draws nothing when it is done.
    <Fragment key={place}>{part}</Fragment>
  ));
}
