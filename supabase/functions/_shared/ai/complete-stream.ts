import type { ProviderEvent } from './provider.ts';
import { ProviderError } from './provider-error.ts';

/**
 * Passes on the events of an adapter and maps its errors to `ProviderError`. A stream that ends without `done` counts
 * as a lost connection.
 * @throws ProviderError; the signal's reason if it is aborted
 */
export async function* completeStream(
  events: AsyncIterable<ProviderEvent>,
  signal: AbortSignal,
): AsyncGenerator<ProviderEvent, undefined> {
  try {
    for await (const event of events) {
      yield event;
      if (event.type === 'done') return;
    }
  } catch (error) {
    signal.throwIfAborted();
    // Imported dynamically together with the official client, whose error classes it uses.
    const { openAiError } = await import('./openai-errors.ts');
    throw openAiError(error);
  }
  signal.throwIfAborted();
  throw new ProviderError('stream_broken');
}
