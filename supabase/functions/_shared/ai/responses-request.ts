import type {
  EasyInputMessage,
  ResponseCreateParamsStreaming,
  Tool,
} from 'openai/resources/responses/responses';
import type { ProviderCapabilities, TurnRequest } from './provider.ts';
import { buildMessages, buildInstructions, type PromptMessage } from './request-text.ts';
import { searchedDomains } from './web-search.ts';

/**
 * Builds the Responses API request for a reply. It contains the whole conversation, and the provider must not store it.
 * @param mark see `buildMessages`
 */
export function responsesRequest(
  request: TurnRequest,
  { capabilities, mark }: { capabilities: ProviderCapabilities; mark: string },
): ResponseCreateParamsStreaming {
  const tools = buildTools(request, capabilities);
  return {
    model: request.model,
    instructions: buildInstructions(request),
    input: buildMessages(request, mark).map(inputMessage),
    ...(tools.length > 0 && { tools }),
    ...(request.web.required && tools.length > 0 && { tool_choice: 'required' }),
    max_output_tokens: request.maxOutputTokens,
    safety_identifier: request.safetyId,
    store: false,
    stream: true,
  };
}

/** Converts a message to the input format. Files precede the text that they belong to. */
function inputMessage({ role, text, fileIds = [] }: PromptMessage): EasyInputMessage {
  if (fileIds.length === 0) return { role, content: text };
  return {
    role,
    content: [
      ...fileIds.map((id) => ({ type: 'input_file' as const, file_id: id })),
      ...(text === '' ? [] : [{ type: 'input_text' as const, text }]),
    ],
  };
}

/**
 * Returns the tools for a reply. Without a list of domains there is no web search, since it would cover the whole web.
 */
function buildTools(request: TurnRequest, capabilities: ProviderCapabilities): Tool[] {
  const { web, vectorStoreIds } = request;
  const domains = searchedDomains(web, capabilities);
  const search: Tool[] =
    domains.length > 0 ? [{ type: 'web_search', filters: { allowed_domains: domains } }] : [];
  // A reply that requires a web search uses the web only.
  if (web.required || !capabilities.fileSearch || vectorStoreIds.length === 0) return search;
  return [...search, { type: 'file_search', vector_store_ids: vectorStoreIds }];
}
