import type { AiProvider, ProviderEvent, TurnRequest } from './provider.ts';
import { ProviderError } from './provider-error.ts';
import { pause } from './pause.ts';

const TRIES = 3;
/**
 * Longest delay before a retry. If the provider requests a longer one, there is none: the user decides when to try
 * again.
 */
const LONGEST_PAUSE_MS = 10_000;

/**
 * Streams a reply and retries if the provider is busy, unreachable or breaks off: three attempts in all, and only
 * before the first text. Written text is never overwritten. The IDs of the run and the message are yielded with the
 * first text, so that they never belong to a failed attempt.
 * @param pauseMs delay before the second attempt, if the provider specifies none; the third follows after twice as long
 * @throws ProviderError
 */
export async function* persistentStream(
  provider: AiProvider,
  request: TurnRequest,
  { signal, pauseMs }: { signal: AbortSignal; pauseMs: number },
): AsyncGenerator<ProviderEvent, undefined> {
  for (let failures = 0; ;) {
    let names: ProviderEvent[] | undefined = [];
    try {
      for await (const event of provider.stream(request, { signal })) {
        if (names && isName(event)) {
          names.push(event);
          continue;
        }
        if (names && isStarted(event)) {
          yield* names;
          names = undefined;
        }
        yield event;
      }
      if (names) yield* names;
      return;
    } catch (error) {
      failures += 1;
      const wait = names && failures < TRIES ? patience(error, pauseMs * failures) : undefined;
      if (wait === undefined) {
        if (names) yield* names;
        throw error;
      }
      await pause(wait, signal);
      signal.throwIfAborted();
    }
  }
}

function isName(event: ProviderEvent | null): boolean {
  return event?.type === 'connection' || event?.type === 'created' || event?.type === 'message';
}

/** Checks if an event rules out a retry, because it cannot be undone. */
function isStarted(event: ProviderEvent | null): boolean {
  return event?.type === 'delta' || event?.type === 'done' || event?.type === 'requires_action';
}

const PASSING: readonly string[] = ['rate_limited', 'unavailable', 'stream_broken'];

/** Returns the delay before the next attempt in milliseconds; undefined if there is none. */
function patience(error: unknown, pauseMs: number): number | undefined {
  if (!(error instanceof ProviderError) || !PASSING.includes(error.code)) return undefined;
  const wait = error.retryAfterMs ?? pauseMs * (1 + Math.random() / 4);
  return wait > LONGEST_PAUSE_MS ? undefined : wait;
}
