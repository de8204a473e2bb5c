type Holder = (event: PopStateEvent) => void;

let holder: Holder | undefined;

/**
 * Lets {@link holdNavigation} receive Back and Forward before the router. For the shell, before it creates the router.
 */
export function listenBeforeRouter(): void {
  // Listeners of the window are called in the order in which they were added, capturing or not.
  window.addEventListener('popstate', (event) => holder?.(event));
}

/**
 * Receives Back and Forward, and can stop them before the router with `stopImmediatePropagation`. A page has one holder
 * at a time.
 * @returns a function that releases it
 */
export function holdNavigation(onGoing: Holder): () => void {
  holder = onGoing;
  return () => {
    if (holder === onGoing) holder = undefined;
  };
}
