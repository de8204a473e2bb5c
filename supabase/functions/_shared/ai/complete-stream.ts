import { CitationMarks } from './citation-marks.ts';
import type { ProviderEvent } from './provider.ts';
import { ProviderError, STOPPED_BY_FILTER } from './provider-error.ts';
import { ReasoningFilter, type Piece } from './reasoning-filter.ts';

const LIMIT_REACHED = 'The reply reached its length limit.';

/**
 * Passes on the events of an adapter, with its text cleaned, and maps its errors to `ProviderError`. A stream that ends
 * without `done` counts as a lost connection.
 * @param unopened models of this connection that omit the opening tag of their reasoning; changed by what they write
 * @throws ProviderError; the signal's reason if it is aborted
 */
export async function* completeStream(
  events: AsyncIterable<ProviderEvent>,
  { model, unopened, signal }: { model: string; unopened: Set<string>; signal: AbortSignal },
): AsyncGenerator<ProviderEvent, undefined> {
  const reasoning = new ReasoningFilter(unopened.has(model));
  let marks = new CitationMarks();
  let hasText = false;
  let hasThought = false;
  function* write({ text, replaces }: Piece, isEnd = false): Generator<ProviderEvent> {
    if (replaces) marks = new CitationMarks();
    const clean = marks.push(text) + (isEnd ? marks.end() : '');
    if (clean === '' && !replaces) return;
    hasText = (hasText && !replaces) || clean.trim() !== '';
    yield { type: 'delta', text: clean, ...(replaces && { replaces }) };
  }
  try {
    for await (const event of events) {
      if (event.type === 'delta') {
        const piece = reasoning.push(event.text);
        yield* write(piece);
        // Reasoning and held text are signs of life.
        if (piece.text === '') yield { type: 'alive' };
        continue;
      }
      if (event.type === 'done') {
        yield* write(reasoning.end(), true);
        hasThought ||= reasoning.hasReasoning;
        if (reasoning.isUnopened) unopened.add(model);
        else unopened.delete(model);
        yield* endOf(event, { hasText, hasThought });
        return;
      }
      hasThought ||= event.type === 'alive' && event.isThinking === true;
      yield event;
    }
  } catch (error) {
    signal.throwIfAborted();
    if (hasText) yield* write(reasoning.end(), true);
    // Imported dynamically together with the official client, whose error classes it uses.
    const { openAiError } = await import('./openai-errors.ts');
    throw openAiError(error);
  }
  signal.throwIfAborted();
  if (hasText) yield* write(reasoning.end(), true);
  throw new ProviderError('stream_broken');
}

/** Yields the end of a reply with the note of what cut it. @throws ProviderError if there is no text */
function* endOf(
  { usage, ending }: Extract<ProviderEvent, { type: 'done' }>,
  { hasText, hasThought }: { hasText: boolean; hasThought: boolean },
): Generator<ProviderEvent> {
  const isFiltered = ending === 'content_filter';
  if (!hasText && ending) throw new ProviderError(isFiltered ? ending : 'length_limit');
  if (!hasText && hasThought) throw new ProviderError('no_answer');
  if (ending) yield { type: 'note', message: isFiltered ? STOPPED_BY_FILTER : LIMIT_REACHED };
  yield { type: 'done', usage };
}
