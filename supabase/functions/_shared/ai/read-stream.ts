import { createParser } from 'eventsource-parser';
import { failure, failureInStream } from './provider-failure.ts';
import { isRecord } from './stream-content.ts';

/** What a provider streams: an object, a keep-alive comment, or `[DONE]`. */
export type StreamPart = Record<string, unknown> | 'alive' | 'done';

/**
 * Reads the server-sent events of a provider. Comments count: a server that loads a model sends nothing else.
 * @throws ProviderError if the body is no event stream, or if the provider reports an error in it; SyntaxError if an
 *   event is no JSON
 */
export async function* readStream(response: Response): AsyncGenerator<StreamPart, undefined> {
  const arrived: { event?: string | undefined; data: string }[] = [];
  const parser = createParser({
    onEvent: (event) => arrived.push(event),
    onComment: () => arrived.push({ data: '' }),
  });
  let opening: string | undefined = '';
  let hasEvents = false;
  const text = response.body?.pipeThrough(new TextDecoderStream()) ?? new ReadableStream();
  const reader = text.getReader();
  try {
    for (;;) {
      const { done, value = '' } = await reader.read();
      if (opening !== undefined) {
        opening = (opening + value).trimStart();
        // Gateways answer 200 with their own page or JSON; the first character tells, whatever the content type says.
        if (/^[<{[]/.test(opening)) throw await unexpectedAnswer(opening, reader);
        if (opening !== '') opening = undefined;
      }
      // The last event may lack its blank line.
      parser.feed(done ? '\n\n' : value);
      hasEvents ||= arrived.length > 0;
      for (const event of arrived.splice(0)) yield parsePart(event);
      if (done) break;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
  if (!hasEvents && opening === undefined) throw failure('unexpected_answer', 'no event stream');
}

function parsePart({ event, data }: { event?: string | undefined; data: string }): StreamPart {
  if (data.trim() === '') return 'alive';
  if (data.startsWith('[DONE]')) return 'done';
  const part: unknown = JSON.parse(data);
  if (!isRecord(part)) return 'alive';
  const error = errorIn(part, event);
  if (error) throw failureInStream(error);
  return typeof part['type'] === 'string' || event === undefined ? part : { ...part, type: event };
}

/** Finds the error in an event: `{error}`, an object that is called error (vLLM), or an event of that name. */
function errorIn(
  part: Record<string, unknown>,
  event?: string,
): Record<string, unknown> | undefined {
  const { error } = part;
  if (typeof error === 'string') return { ...part, message: error };
  if (isRecord(error)) return error;
  const isError = [event, part['object'], part['type']].includes('error');
  return isError ? part : undefined;
}

const LONGEST_JSON = 100_000;

/** Maps a body that is no event stream to an error: one that the provider reports, or that of a wrong address. */
async function unexpectedAnswer(
  opening: string,
  reader: ReadableStreamDefaultReader<string>,
): Promise<Error> {
  let text = opening;
  while (text.startsWith('{') && text.length < LONGEST_JSON) {
    const { done, value } = await reader.read();
    if (done) break;
    text += value;
  }
  let error: Record<string, unknown> | undefined;
  try {
    const body: unknown = JSON.parse(text);
    error = isRecord(body) ? errorIn(body) : undefined;
  } catch {
    // A page, or several values.
  }
  return error ? failureInStream(error) : failure('unexpected_answer', 'no event stream');
}
