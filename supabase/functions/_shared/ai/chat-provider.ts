import { chatEvents } from './chat-events.ts';
import { completeStream } from './complete-stream.ts';
import { isAzure, isOpenAi, type ProviderConnection } from './openai-client.ts';
import { streamOpener } from './open-stream.ts';
import type { AiProvider, ProviderEvent, TurnRequest } from './provider.ts';
import { readStream } from './read-stream.ts';
import { TEXT_ONLY } from './text-only.ts';
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import { buildMessages, buildInstructions } from './request-text.ts';

/**
 * Builds the Chat Completions request for a reply.
 * @param mark see `buildMessages`
 * @param limit name of the parameter that limits the reply's length: OpenAI's newer models reject the old name, others
 *   support only that one
 */
function chatRequest(
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

/**
 * Creates a provider for the Chat Completions API, which older and smaller servers support instead of the Responses
 * API.
 */
export function chatProvider(connection: ProviderConnection): AiProvider {
  const openStream = streamOpener(connection);
  const unopened = new Set<string>();
  const limit =
    isOpenAi(connection) || isAzure(connection) ? 'max_completion_tokens' : 'max_tokens';

  async function* events(request: TurnRequest, signal: AbortSignal): AsyncGenerator<ProviderEvent> {
    const body = chatRequest(request, { limit, mark: crypto.randomUUID() });
    yield* chatEvents(readStream(await openStream('/chat/completions', body, signal)));
  }

  return {
    kind: 'chat',
    capabilities: TEXT_ONLY,
    stream: (request, { signal }) =>
      completeStream(events(request, signal), { model: request.model, unopened, signal }),
  };
}
