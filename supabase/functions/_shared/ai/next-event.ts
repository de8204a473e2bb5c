import { ProviderError } from './provider-error.ts';

/**
 * Waits for the next item of a stream until the timeout or an abort, even if the stream ignores its own signal.
 * @returns the item, or undefined at the end
 * @throws ProviderError timeout; the signal's reason if it is aborted; any error of the stream
 */
export async function nextEvent<Item>(
  stream: AsyncIterator<Item>,
  signal: AbortSignal,
  waitMs: number,
): Promise<Item | undefined> {
  signal.throwIfAborted();
  let giveUp: (reason: unknown) => void = () => undefined;
  const abandoned = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  const timer = setTimeout(() => giveUp(new ProviderError('timeout')), waitMs);
  const onAbort = () => giveUp(signal.reason);
  signal.addEventListener('abort', onAbort);
  try {
    const { done, value } = await Promise.race([stream.next(), abandoned]);
    return done ? undefined : value;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}
