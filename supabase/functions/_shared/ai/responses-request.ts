import type { ResponseCreateParamsStreaming, Tool } from 'openai/resources/responses/responses';
import type { ProviderCapabilities, TurnRequest } from './provider.ts';
import { conversationOf, instructionsOf } from './request-text.ts';

/**
 * What a reply is asked for with over the Responses API. The whole conversation goes with it and nothing is to be kept.
 * @param mark see `conversationOf`
 */
export function responsesRequest(
  request: TurnRequest,
  { capabilities, mark }: { capabilities: ProviderCapabilities; mark: string },
): ResponseCreateParamsStreaming {
  const tools = toolsOf(request, capabilities);
  return {
    model: request.model,
    instructions: instructionsOf(request),
    input: conversationOf(request, mark).map(({ role, text }) => ({ role, content: text })),
    ...(tools.length > 0 && { tools }),
    max_output_tokens: request.maxOutputTokens,
    safety_identifier: request.safetyId,
    store: false,
    stream: true,
  };
}

/** No list of domains, no search: without one it would be the whole web. */
function toolsOf({ web }: TurnRequest, { webSearch, domainFilter }: ProviderCapabilities): Tool[] {
  return web.enabled && webSearch && domainFilter && web.domains.length > 0
    ? [{ type: 'web_search', filters: { allowed_domains: web.domains } }]
    : [];
}
