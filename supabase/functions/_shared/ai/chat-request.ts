import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import type { TurnRequest } from './provider.ts';
import { buildMessages, buildInstructions } from './request-text.ts';

/**
 * Builds the Chat Completions request for a reply.
 * @param mark see `buildMessages`
 * @param limit name of the parameter that limits the reply's length: OpenAI's newer models reject the old name, others
 *   support only that one
 */
export function chatRequest(
  request: TurnRequest,
  { limit, mark }: { limit: 'max_completion_tokens' | 'max_tokens'; mark: string },
): ChatCompletionCreateParamsStreaming {
  const instructions = buildInstructions(request);
  return {
    model: request.model,
    messages: [
      ...(instructions === '' ? [] : [{ role: 'system' as const, content: instructions }]),
      ...buildMessages(request, mark).map(({ role, text }) => ({ role, content: text })),
    ],
    [limit]: request.maxOutputTokens,
    safety_identifier: request.safetyId,
    store: false,
    stream: true,
    stream_options: { include_usage: true },
  };
}
