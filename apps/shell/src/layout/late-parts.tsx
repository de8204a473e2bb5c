import { createStore, useStore } from '@homie/composition';
import { Fragment, type ReactNode } from 'react';

const parts = createStore<readonly ReactNode[]>([]);

/** Renders an element on all screens that require a session, e.g. a notice whose code has just loaded. */
export function renderOnAllScreens(part: ReactNode): void {
  parts.setState((current) => [...current, part]);
}

/** Renders the elements that `renderOnAllScreens` has added. */
export function LateParts() {
  return useStore(parts).map((part, index) => (
    // Elements are only added, so the index identifies them. A finished element renders nothing.
    <Fragment key={index}>{part}</Fragment>
  ));
}
