import { parseStreamEvent, type SequencedStreamEvent } from '@homie/contracts';
import { createParser } from 'eventsource-parser';
import { networkError, unexpectedAnswer } from './api-error';

/** Three of the server's 15-second heartbeats: a stream silent for longer is dead, whatever the state of the socket. */
const SILENCE_LIMIT_MS = 45_000;

/** A server-sent event as received; omitted fields are ''. */
export interface ServerEvent {
  id: string;
  event: string;
  data: string;
}

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
    throw networkError(cause);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Yields the events of one response, in order, until the body ends. Leaving the loop early closes the connection.
 * @param read parses an event; null skips it
 * @param limitMs timeout for a silent stream, in milliseconds
 * @throws ApiError 'Network error' if the connection breaks or is silent, 'unexpected_answer' if `read` throws
 */
export async function* readServerEvents<Meaning>(
  response: Response,
  read: (event: ServerEvent) => Meaning | null,
  limitMs = SILENCE_LIMIT_MS,
): AsyncGenerator<Meaning> {
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const arrived: Meaning[] = [];
  const parser = createParser({
    onEvent({ id = '', event = '', data }) {
      const meaning = read({ id, event, data });
      if (meaning !== null) arrived.push(meaning);
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

/**
 * Yields the events of a reply. The response may end before the reply does.
 * @param limitMs timeout for a silent stream, in milliseconds
 * @throws ApiError 'Network error' if the connection breaks or is silent, 'unexpected_answer' on invalid events
 */
export function readEvents(
  response: Response,
  limitMs = SILENCE_LIMIT_MS,
): AsyncGenerator<SequencedStreamEvent> {
  return readServerEvents(
    response,
    ({ id, event, data }) => {
      const known = parseStreamEvent(event, data);
      return known && { ...known, seq: Number(id) || 0 };
    },
    limitMs,
  );
}
