import { completeStream } from './complete-stream.ts';
import { isOpenAi, openAiClient, type ProviderConnection } from './openai-client.ts';
import { streamOpener } from './open-stream.ts';
import { openAiFiles } from './openai-files.ts';
import type { AiProvider, ProviderCapabilities, ProviderEvent, TurnRequest } from './provider.ts';
import { readStream } from './read-stream.ts';
import { responsesEvents } from './responses-events.ts';
import { responsesRequest } from './responses-request.ts';

/**
 * Creates a provider for the Responses API: OpenAI, Azure, Ollama, vLLM, LM Studio, llama.cpp, LiteLLM. The provider
 * stores no messages: every request contains the whole conversation.
 */
export function responsesProvider(connection: ProviderConnection): AiProvider {
  const client = openAiClient(connection);
  const openStream = streamOpener(connection);
  const unopened = new Set<string>();
  const webSearch = connection.webSearch ?? isOpenAi(connection);
  const readsFiles = connection.fileUpload ?? isOpenAi(connection);
  const capabilities: ProviderCapabilities = {
    webSearch,
    domainFilter: webSearch,
    fileSearch: isOpenAi(connection),
    fileInput: readsFiles ? 'native' : 'text',
    fileUpload: readsFiles,
    resume: false,
  };

  async function* events(request: TurnRequest, signal: AbortSignal): AsyncGenerator<ProviderEvent> {
    const body = responsesRequest(request, { capabilities, mark: crypto.randomUUID() });
    yield* responsesEvents(readStream(await openStream('/responses', body, signal)));
  }

  return {
    kind: 'responses',
    capabilities,
    ...(readsFiles && { files: openAiFiles(client, connection) }),
    stream: (request, { signal }) =>
      completeStream(events(request, signal), { model: request.model, unopened, signal }),
  };
}
