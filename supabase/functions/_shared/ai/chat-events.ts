import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import type { ProviderEvent } from './provider.ts';

const LIMIT_REACHED = 'The reply reached its length limit.';

/** What Chat Completions stream, in our words. The usage comes after the end of the text, if it comes. */
export async function* chatEvents(
  stream: AsyncIterable<ChatCompletionChunk>,
): AsyncGenerator<ProviderEvent, undefined> {
  let hasBegun = false;
  let isFinished = false;
  let usage: Record<string, unknown> | null = null;
  for await (const chunk of stream) {
    const choice = chunk.choices[0];
    if (!hasBegun && choice) {
      hasBegun = true;
      yield { type: 'created', responseId: chunk.id, model: chunk.model };
      yield { type: 'message', openaiMessageId: chunk.id };
    }
    const text = choice?.delta.content ?? choice?.delta.refusal;
    // Without a word it is a thought, which each server puts elsewhere, or nothing but a sign of life.
    yield text ? { type: 'delta', text } : { type: 'alive' };
    if (choice?.finish_reason === 'length') yield { type: 'info', message: LIMIT_REACHED };
    if (choice?.finish_reason) isFinished = true;
    if (chunk.usage) usage = usageOf(chunk.usage);
  }
  if (isFinished) yield { type: 'done', usage };
}

function usageOf(usage: NonNullable<ChatCompletionChunk['usage']>): Record<string, unknown> {
  return {
    input_tokens: usage.prompt_tokens,
    output_tokens: usage.completion_tokens,
    total_tokens: usage.total_tokens,
  };
}
