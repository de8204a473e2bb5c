/** A promise that others await, and the function that resolves it. */
export interface Gate {
  open: () => void;
  opened: Promise<void>;
}

/** Creates a closed gate. Node 20 has no `Promise.withResolvers`. */
export function gate(): Gate {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}
