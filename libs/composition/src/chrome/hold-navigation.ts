type Holder = (event: PopStateEvent) => void;

let holder: Holder | undefined;

/** Lets {@link holdNavigation} hear of Back and Forward before the router does. For the shell, before the router is made. */
export function hearNavigationFirst(): void {
  // Listeners of the window are called in the order in which they came, capturing or not.
  window.addEventListener('popstate', (event) => holder?.(event));
}

/**
 * Hears of Back and Forward, and may keep them from the router with `stopImmediatePropagation`. One page has one that
 * holds it.
 * @returns lets it go
 */
export function holdNavigation(onGoing: Holder): () => void {
  holder = onGoing;
  return () => {
    if (holder === onGoing) holder = undefined;
  };
}
