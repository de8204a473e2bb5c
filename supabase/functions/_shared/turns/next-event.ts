import { ProviderError } from '../ai/provider-error.ts';

/**
 * Waits for the next item of a stream, but neither past the time given nor past an abort, whether or not the stream
 * heeds its own signal.
 * @returns the item, or undefined at the end
 * @throws ProviderError timeout; the signal's reason when it is aborted; whatever the stream throws
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
