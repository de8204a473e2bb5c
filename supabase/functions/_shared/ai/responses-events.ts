import * as z from 'zod/mini';
import { failureInStream } from './provider-failure.ts';
import type { ProviderEvent } from './provider.ts';
import type { StreamPart } from './read-stream.ts';
import { isRecord, textOf } from './stream-content.ts';

/**
 * Maps a Responses API stream to provider events. Unknown event types become `alive`.
 * @throws ProviderError if the provider reports a failure
 */
export async function* responsesEvents(
  parts: AsyncIterable<StreamPart>,
): AsyncGenerator<ProviderEvent, undefined> {
  let message: string | undefined;
  let hasText = false;
  // Some servers send the text only with the events that close it.
  let whole = '';
  for await (const part of parts) {
    if (part === 'alive') {
      yield { type: 'alive' };
      continue;
    }
    if (part === 'done') {
      if (!hasText && whole !== '') yield { type: 'delta', text: whole };
      if (hasText || whole !== '') yield { type: 'done', usage: null };
      return;
    }
    const item = isRecord(part['item']) ? part['item'] : {};
    const response = isRecord(part['response']) ? part['response'] : undefined;
    const type = typeof part['type'] === 'string' ? part['type'] : '';
    switch (type) {
      case 'response.created':
        if (typeof response?.['id'] === 'string') yield { type: 'created', ...runOf(response) };
        break;
      case 'response.output_item.added':
        if (item['type'] === 'web_search_call') {
          yield { type: 'info', message: 'Searching the web' };
        }
        break;
      case 'response.output_text.annotation.added':
        yield* citationsIn([part['annotation']]);
        break;
      case 'response.output_text.done':
        whole ||= textOf(part['text']);
        yield { type: 'alive' };
        break;
      case 'response.output_item.done':
        // Some servers report sources only here; the others repeat them here.
        for (const content of contentsOf(item)) {
          if (content['type'] === 'output_text') yield* citationsIn(content['annotations']);
        }
        whole ||= messageText(item);
        yield { type: 'alive' };
        break;
      case 'response.output_text.delta':
      case 'response.refusal.delta': {
        const text = textOf(part['delta']);
        if (text === '') {
          yield { type: 'alive' };
          break;
        }
        const id = typeof part['item_id'] === 'string' ? part['item_id'] : 'msg';
        if (id !== message) {
          message = id;
          yield { type: 'message', openaiMessageId: message };
          // Several messages of a reply are joined into one text.
          if (hasText) yield { type: 'delta', text: '\n\n' };
        }
        hasText = true;
        yield { type: 'delta', text };
        break;
      }
      case 'response.incomplete':
      case 'response.completed': {
        const output: unknown[] = Array.isArray(response?.['output']) ? response['output'] : [];
        const text = output.filter(isRecord).map(messageText).filter(Boolean).join('\n\n') || whole;
        if (!hasText && text !== '') yield { type: 'delta', text };
        const ending = endingOf(response);
        yield { type: 'done', usage: toUsage(response), ...(ending && { ending }) };
        return;
      }
      case 'response.failed':
        throw failureInStream(isRecord(response?.['error']) ? response['error'] : {});
      default:
        yield { type: 'alive', ...(type.includes('reasoning') && { isThinking: true }) };
    }
  }
}

function runOf({ id, model }: Record<string, unknown>) {
  return { responseId: String(id), ...(typeof model === 'string' && { model }) };
}

function contentsOf({ type, content }: Record<string, unknown>): Record<string, unknown>[] {
  return type === 'message' && Array.isArray(content) ? content.filter(isRecord) : [];
}

function messageText(item: Record<string, unknown>): string {
  return contentsOf(item).map(textOf).join('');
}

function endingOf(response?: Record<string, unknown>): 'length' | 'content_filter' | undefined {
  const details = response?.['incomplete_details'];
  const reason = isRecord(details) ? details['reason'] : undefined;
  if (reason === 'content_filter') return reason;
  return reason === 'max_output_tokens' || reason === 'max_tokens' ? 'length' : undefined;
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

function toUsage(response?: Record<string, unknown>): Record<string, unknown> | null {
  const usage = response?.['usage'];
  if (!isRecord(usage)) return null;
  const { input_tokens, output_tokens, total_tokens } = usage;
  return { input_tokens, output_tokens, total_tokens };
}
