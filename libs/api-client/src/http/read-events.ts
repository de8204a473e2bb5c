import { parseStreamEvent, type SequencedStreamEvent } from '@homie/contracts';
import { createParser } from 'eventsource-parser';
import { ApiError, unexpectedAnswer } from './api-error';

/** Three of the server's 15-second signs of life: a stream silent for longer is dead, whatever the socket says. */
const SILENCE_LIMIT_MS = 45_000;

async function readChunk(
  reader: ReadableStreamDefaultReader<string>,
  limitMs: number,
): Promise<string | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the stream fell silent')), limitMs);
  });
  try {
    const { done, value } = await Promise.race([reader.read(), silence]);
    return done ? null : value;
  } catch (cause) {
    throw new ApiError('network_error', 'Network error', 0, { cause });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The events of one response, in order. Ends where the body ends, which need not be where the reply ends.
 * Leaving the loop early closes the connection.
 * @param limitMs how long the stream may be silent, in milliseconds
 * @throws ApiError 'Network error' when the connection breaks or falls silent, 'unexpected_answer' on nonsense
 */
export async function* readEvents(
  response: Response,
  limitMs = SILENCE_LIMIT_MS,
): AsyncGenerator<SequencedStreamEvent> {
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const arrived: SequencedStreamEvent[] = [];
  const parser = createParser({
    onEvent({ id, event, data }) {
      const known = parseStreamEvent(event, data);
      if (known !== null) arrived.push({ ...known, seq: Number(id) || 0 });
    },
  });
  try {
    for (;;) {
      const chunk = await readChunk(reader, limitMs);
      if (chunk === null) return;
      try {
        parser.feed(chunk);
      } catch (cause) {
        throw unexpectedAnswer(0, cause);
      }
      yield* arrived.splice(0);
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
