import type { ProviderEvent } from './provider.ts';
import { ProviderError } from './provider-error.ts';

/**
 * An adapter's events with their failures by kind. An end without `done` is a connection that was lost in silence.
 * @throws ProviderError; the signal's reason when it is aborted
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
    // Loaded with the official client, whose errors it knows.
    const { openAiError } = await import('./openai-errors.ts');
    throw openAiError(error);
  }
  signal.throwIfAborted();
  throw new ProviderError('stream_broken');
}
