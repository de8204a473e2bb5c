import { startTransition, useEffect, useState } from 'react';

/** True once this page has rendered messages. */
let hasRendered = false;

/**
 * Returns whether to render messages that are `loaded`. The first ones of a page are rendered in a transition: in slices,
 * between which the page responds, and before the list, whose rendering is deferred. Later ones at once, since a
 * transition takes longer.
 */
export function useFirstInSlices(loaded: boolean): boolean {
  const [isStarted, setStarted] = useState(hasRendered);
  useEffect(() => {
    if (!loaded) return;
    hasRendered = true;
    startTransition(() => setStarted(true));
  }, [loaded]);
  return loaded && isStarted;
}
