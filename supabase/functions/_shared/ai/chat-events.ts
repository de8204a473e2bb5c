import { failure } from './provider-failure.ts';
import type { ProviderEvent } from './provider.ts';
import type { StreamPart } from './read-stream.ts';
import { isRecord, textOf } from './stream-content.ts';

/** Reasons for the end of a text that differ between servers. `''` and `null` are none. */
const ENDINGS: Readonly<Record<string, 'length' | 'content_filter'>> = {
  length: 'length',
  max_tokens: 'length',
  max_output_tokens: 'length',
  model_length: 'length',
  content_filter: 'content_filter',
  safety: 'content_filter',
  prohibited_content: 'content_filter',
  recitation: 'content_filter',
  sensitive: 'content_filter',
  refusal: 'content_filter',
};

/**
 * Maps a Chat Completions stream to provider events. Fields may be missing, `null` or of another type. The usage arrives
 * after the end of the text, if at all.
 */
export async function* chatEvents(
  parts: AsyncIterable<StreamPart>,
): AsyncGenerator<ProviderEvent, undefined> {
  let isNamed = false;
  let hasText = false;
  let isFinished = false;
  let reason = '';
  let whole = '';
  let usage: Record<string, unknown> | null = null;
  for await (const part of parts) {
    if (part === 'alive') {
      yield { type: 'alive' };
      continue;
    }
    if (part === 'done') {
      isFinished ||= hasText || whole !== '';
      break;
    }
    const choice = Array.isArray(part['choices']) ? part['choices'].find(isRecord) : undefined;
    if (isRecord(part['usage'])) usage = toUsage(part['usage']);
    // Some servers give no reason for the end: the usage after the last text is the end.
    if (!choice) isFinished ||= hasText && usage !== null;
    const delta = isRecord(choice?.['delta']) ? choice['delta'] : {};
    const text = textOf(delta['content']) || textOf(delta['refusal']);
    if (!isNamed && choice && (part['id'] || text !== '')) {
      isNamed = true;
      const { id, model } = part;
      const responseId = typeof id === 'string' && id !== '' ? id : `chat_${crypto.randomUUID()}`;
      yield { type: 'created', responseId, ...(typeof model === 'string' && { model }) };
      yield { type: 'message', openaiMessageId: responseId };
    }
    hasText ||= text !== '';
    yield text
      ? { type: 'delta', text }
      : { type: 'alive', ...(isThinking(delta) && { isThinking: true }) };
    // Some servers send the whole text with the last chunk, in addition or instead.
    if (isRecord(choice?.['message'])) whole = textOf(choice['message']['content']);
    if (typeof choice?.['finish_reason'] === 'string')
      reason ||= choice['finish_reason'].toLowerCase();
  }
  if (reason === 'error') throw failure('provider_failed', 'reported in the stream');
  if (reason === 'abort' || (reason === '' && !isFinished)) return;
  if (!hasText && whole !== '') yield { type: 'delta', text: whole };
  const ending = ENDINGS[reason.replace('-', '_')];
  yield { type: 'done', usage, ...(ending && { ending }) };
}

/** Checks if a chunk contains reasoning, whose field differs between servers. */
function isThinking(delta: Record<string, unknown>): boolean {
  return (
    ['reasoning_content', 'reasoning', 'reasoning_text', 'thinking'].some(
      (name) => !!delta[name],
    ) || Array.isArray(delta['content'])
  );
}

function toUsage({ prompt_tokens, completion_tokens, total_tokens }: Record<string, unknown>) {
  return { input_tokens: prompt_tokens, output_tokens: completion_tokens, total_tokens };
}
