import type { Response, ResponseStreamEvent } from 'openai/resources/responses/responses';
import * as z from 'zod/mini';
import { failureInStream } from './provider-failure.ts';
import type { ProviderEvent } from './provider.ts';

const LIMIT_REACHED = 'The reply reached its length limit.';

/**
 * Maps a Responses API stream to provider events. Unknown event types become `alive`.
 * @throws ProviderError if the provider reports a failure
 */
export async function* responsesEvents(
  stream: AsyncIterable<ResponseStreamEvent>,
): AsyncGenerator<ProviderEvent, undefined> {
  let message: string | undefined;
  let hasText = false;
  for await (const event of stream) {
    switch (event.type) {
      case 'response.created':
        yield { type: 'created', responseId: event.response.id, model: event.response.model };
        break;
      case 'response.output_item.added':
        if (event.item.type === 'web_search_call') {
          yield { type: 'info', message: 'Searching the web' };
        }
        break;
      case 'response.output_text.annotation.added':
        yield* citationsIn([event.annotation]);
        break;
      case 'response.output_item.done':
        // Some servers report sources only here; the others repeat them here.
        if (event.item.type === 'message') {
          for (const part of event.item.content) {
            if (part.type === 'output_text') yield* citationsIn(part.annotations);
          }
        }
        yield { type: 'alive' };
        break;
      case 'response.output_text.delta':
      case 'response.refusal.delta':
        if (event.item_id !== message) {
          message = event.item_id;
          yield { type: 'message', openaiMessageId: message };
          // Several messages of a reply are joined into one text.
          if (hasText) yield { type: 'delta', text: '\n\n' };
        }
        hasText = true;
        yield { type: 'delta', text: event.delta };
        break;
      case 'response.incomplete':
        if (event.response.incomplete_details?.reason === 'max_output_tokens') {
          yield { type: 'info', message: LIMIT_REACHED };
        }
        yield { type: 'done', usage: toUsage(event.response) };
        break;
      case 'response.completed':
        yield { type: 'done', usage: toUsage(event.response) };
        break;
      case 'response.failed':
        throw failureInStream(event.response.error?.code);
      case 'error':
        throw failureInStream(event.code);
      default:
        yield { type: 'alive' };
    }
  }
}

const urlCitationSchema = z.object({
  type: z.literal('url_citation'),
  url: z.string(),
  title: z.prefault(z.nullable(z.string()), null),
});

/** Yields the web pages among the annotations of a text. Ignores other types and malformed annotations. */
function* citationsIn(annotations: unknown): Generator<ProviderEvent> {
  for (const annotation of Array.isArray(annotations) ? annotations : []) {
    const { data } = urlCitationSchema.safeParse(annotation);
    if (data) yield { type: 'citation', url: data.url, title: data.title ?? '' };
  }
}

function toUsage({ usage }: Response): Record<string, unknown> | null {
  if (!usage) return null;
  const { input_tokens, output_tokens, total_tokens } = usage;
  return { input_tokens, output_tokens, total_tokens };
}
