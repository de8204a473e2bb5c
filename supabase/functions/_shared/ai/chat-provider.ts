import { chatEvents } from './chat-events.ts';
import { chatRequest } from './chat-request.ts';
import { completeStream } from './complete-stream.ts';
import { isAzure, isOpenAi, openAiClient, type ProviderConnection } from './openai-client.ts';
import type { AiProvider, ProviderEvent, TurnRequest } from './provider.ts';
import { TEXT_ONLY } from './text-only.ts';

/**
 * Creates a provider for the Chat Completions API, which older and smaller servers support instead of the Responses
 * API.
 */
export function chatProvider(connection: ProviderConnection): AiProvider {
  const client = openAiClient(connection);
  const limit =
    isOpenAi(connection) || isAzure(connection) ? 'max_completion_tokens' : 'max_tokens';

  async function* events(request: TurnRequest, signal: AbortSignal): AsyncGenerator<ProviderEvent> {
    const body = chatRequest(request, { limit, mark: crypto.randomUUID() });
    const { chat } = await client();
    yield* chatEvents(await chat.completions.create(body, { signal }));
  }

  return {
    kind: 'chat',
    capabilities: TEXT_ONLY,
    stream: (request, { signal }) => completeStream(events(request, signal), signal),
  };
}
