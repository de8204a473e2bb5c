/** Something that others wait for, and how to let them go on. */
export interface Gate {
  open: () => void;
  opened: Promise<void>;
}

/** A gate that is shut. Node 20 has no `Promise.withResolvers`. */
export function gate(): Gate {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}
