import { buildInstructions } from './request-text.ts';
import { persistentStream } from './persistent-stream.ts';
import type { AiProvider, ProviderEvent, TurnRequest } from './provider.ts';
import { ProviderError } from './provider-error.ts';

/** Low for most texts, so that the estimate of a request is rather too long: tables and other scripts have less. */
const CHARACTERS_PER_TOKEN = 3;
/** Part of the model's limit that a shortened request uses: how it counts is only known roughly. */
const SAFE_PART = 0.7;
/** Part of a refused request that is sent again if the provider does not say how long it may be. */
const UNKNOWN_PART = 0.25;

const SHORTENED =
  'This conversation is longer than the model can read: its earlier messages were left out.';

/** Returns the length of what a model reads, in characters. */
function requestLength(request: TurnRequest): number {
  const texts = [
    buildInstructions(request),
    request.question,
    request.continuation,
    ...request.history.map(({ text }) => text),
    ...request.attachments.map(({ text }) => text),
    ...request.documents.passages.map(({ text }) => text),
  ];
  return texts.reduce((length, text = '') => length + text.length, 0);
}

/**
 * Leaves out the oldest turns of a request, then the files of earlier messages, until it fits. The question with its
 * own files remains, even if it does not fit.
 */
export function shortenRequest(request: TurnRequest, maxCharacters: number): TurnRequest {
  const isShort = (wanted: TurnRequest) => requestLength(wanted) <= maxCharacters;
  const own = request.attachments.filter(({ isEarlier }) => !isEarlier);
  const earlier = request.attachments.filter(({ isEarlier }) => isEarlier);
  // A file that is longer than all of the space would leave none of the turns.
  const files = isShort({ ...request, history: [] }) ? earlier : [];
  const shorter: TurnRequest = { ...request, attachments: [...own, ...files] };
  while (shorter.history.length > 0 && !isShort(shorter)) {
    const next = shorter.history.findIndex(({ role }, index) => index > 0 && role === 'user');
    shorter.history = next < 0 ? [] : shorter.history.slice(next);
  }
  return shorter;
}

/**
 * Streams a reply like `persistentStream`. If the request exceeds the limit of the assistant or the context of the
 * model, it is shortened at whole turns, with a note, and sent once more.
 * @throws ProviderError conversation_too_long, or message_too_long if nothing can be left out
 */
export async function* fittingStream(
  provider: AiProvider,
  request: TurnRequest,
  options: { signal: AbortSignal; pauseMs: number },
): AsyncGenerator<ProviderEvent, undefined> {
  const { maxInputTokens } = request;
  const first =
    maxInputTokens === undefined
      ? request
      : shortenRequest(request, maxInputTokens * CHARACTERS_PER_TOKEN);
  if (maxInputTokens !== undefined && requestLength(first) > maxInputTokens * CHARACTERS_PER_TOKEN)
    throw new ProviderError('message_too_long');
  if (isShorter(first, request)) yield { type: 'note', message: SHORTENED };
  let hasText = false;
  let shorter: TurnRequest;
  try {
    for await (const event of persistentStream(provider, first, options)) {
      hasText ||= event.type === 'delta';
      yield event;
    }
    return;
  } catch (error) {
    if (hasText || !isTooLong(error)) throw error;
    shorter = withinContext(first, error);
    const hasChanged = isShorter(shorter, first) || shorter.maxOutputTokens < first.maxOutputTokens;
    if (!hasChanged) throw new ProviderError('message_too_long', { cause: error.cause });
  }
  if (isShorter(shorter, first)) yield { type: 'note', message: SHORTENED };
  try {
    yield* persistentStream(provider, shorter, options);
  } catch (error) {
    throw isTooLong(error) && shorter.history.length === 0
      ? new ProviderError('message_too_long', { cause: error.cause })
      : error;
  }
}

function withinContext(request: TurnRequest, { overflow }: ProviderError): TurnRequest {
  const part = overflow ? (overflow.limit / overflow.used) * SAFE_PART : UNKNOWN_PART;
  const shorter = shortenRequest(request, Math.floor(requestLength(request) * part));
  // Some servers count the longest possible reply, which may leave no space for the messages.
  const isMostlyOutput = overflow && request.maxOutputTokens * 2 > overflow.limit;
  return isMostlyOutput ? { ...shorter, maxOutputTokens: Math.floor(overflow.limit / 4) } : shorter;
}

function isShorter(one: TurnRequest, other: TurnRequest): boolean {
  return (
    one.history.length < other.history.length || one.attachments.length < other.attachments.length
  );
}

function isTooLong(error: unknown): error is ProviderError {
  return error instanceof ProviderError && error.code === 'conversation_too_long';
}
