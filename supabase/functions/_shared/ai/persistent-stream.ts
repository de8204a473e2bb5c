import type { AiProvider, ProviderEvent, TurnRequest } from './provider.ts';
import { ProviderError } from './provider-error.ts';
import { pause } from './pause.ts';

const TRIES = 3;
/** Whoever asks for more patience than this is given none: the person decides when to try again. */
const LONGEST_PAUSE_MS = 10_000;

/**
 * A provider's stream, asked for again when the provider is busy, cannot be reached or breaks off: three times in all, and
 * only before its first word. What has been written is never written over. What the provider calls the run and the
 * message is told with the first word, so that neither is that of a try that failed.
 * @param pauseMs the pause before the second try, if the provider names none; the third comes after twice as long
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
        if (names && isBegun(event)) {
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
  return event?.type === 'created' || event?.type === 'message';
}

/** Whether there is something that another try could not take back. */
function isBegun(event: ProviderEvent | null): boolean {
  return event?.type === 'delta' || event?.type === 'done' || event?.type === 'requires_action';
}

const PASSING: readonly string[] = ['rate_limited', 'unavailable', 'stream_broken'];

/** How long to wait before the next try; undefined when there is none to be made. */
function patience(error: unknown, pauseMs: number): number | undefined {
  if (!(error instanceof ProviderError) || !PASSING.includes(error.code)) return undefined;
  const wait = error.retryAfterMs ?? pauseMs * (1 + Math.random() / 4);
  return wait > LONGEST_PAUSE_MS ? undefined : wait;
}
