import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import type { ProviderEvent } from './provider.ts';

const LIMIT_REACHED = 'The reply reached its length limit.';

/** Maps a Chat Completions stream to provider events. The usage arrives after the end of the text, if at all. */
export async function* chatEvents(
  stream: AsyncIterable<ChatCompletionChunk>,
): AsyncGenerator<ProviderEvent, undefined> {
  let hasStarted = false;
  let isFinished = false;
  let usage: Record<string, unknown> | null = null;
  for await (const chunk of stream) {
    const choice = chunk.choices[0];
    if (!hasStarted && choice) {
      hasStarted = true;
      yield { type: 'created', responseId: chunk.id, model: chunk.model };
      yield { type: 'message', openaiMessageId: chunk.id };
    }
    const text = choice?.delta.content ?? choice?.delta.refusal;
    // A chunk without text contains reasoning, whose field differs between servers, or is only a keep-alive.
    yield text ? { type: 'delta', text } : { type: 'alive' };
    if (choice?.finish_reason === 'length') yield { type: 'info', message: LIMIT_REACHED };
    if (choice?.finish_reason) isFinished = true;
    if (chunk.usage) usage = toUsage(chunk.usage);
  }
  if (isFinished) yield { type: 'done', usage };
}

function toUsage(usage: NonNullable<ChatCompletionChunk['usage']>): Record<string, unknown> {
  return {
    input_tokens: usage.prompt_tokens,
    output_tokens: usage.completion_tokens,
    total_tokens: usage.total_tokens,
  };
}
