/** `vite:preloadError`: code that was imported on demand did not arrive. The build dispatches it, `.config` says how. */
export interface CodeFailure extends Event {
  /** What the browser says. */
  payload: Error;
  /** Set by whoever brings the code another way: what was imported, or a rejection. */
  recovered?: Promise<unknown>;
}

/** The address of the code, as most browsers name it in what they say; '' where they do not. */
export function failedAddress({ message }: Error): string {
  return /https?:\/\/\S+/.exec(message)?.[0] ?? '';
}
