import type { AiProvider, ProviderEvent, TurnRequest } from './provider.ts';
import { ProviderError } from './provider-error.ts';
import { pause } from './pause.ts';

const TRIES = 3;
/** Whoever asks for more patience than this is given none: the person decides when to try again. */
const LONGEST_PAUSE_MS = 10_000;

/**
 * A provider's stream, asked for again when the provider is busy or cannot be reached: three times in all, and only
 * before its first event. What has been written is never written over.
 * @param pauseMs the pause before the second try, if the provider names none; the third comes after twice as long
 * @throws ProviderError
 */
export async function* persistentStream(
  provider: AiProvider,
  request: TurnRequest,
  { signal, pauseMs }: { signal: AbortSignal; pauseMs: number },
): AsyncGenerator<ProviderEvent, undefined> {
  for (let failures = 0; ;) {
    let hasBegun = false;
    try {
      for await (const event of provider.stream(request, { signal })) {
        hasBegun = true;
        yield event;
      }
      return;
    } catch (error) {
      failures += 1;
      if (hasBegun || failures === TRIES || !isPassing(error)) throw error;
      const wait = error.retryAfterMs ?? pauseMs * failures * (1 + Math.random() / 4);
      if (wait > LONGEST_PAUSE_MS) throw error;
      await pause(wait, signal);
      signal.throwIfAborted();
    }
  }
}

function isPassing(error: unknown): error is ProviderError {
  return (
    error instanceof ProviderError &&
    (error.code === 'rate_limited' || error.code === 'unavailable')
  );
}
