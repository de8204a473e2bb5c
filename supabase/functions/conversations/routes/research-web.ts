import { assistantSchema, type ResearchAnswer } from '@homie/contracts';
import { AppError, researchRequestSchema } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import { canSearchWeb, WEB_NOT_SEARCHED } from '../../_shared/ai/web-search.ts';
import { automaticTitle } from '../../_shared/domain/conversation-title.ts';
import { readData } from '../../_shared/http/data-access.ts';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import { readTurnEvents } from '../../_shared/turns/read-turn-events.ts';
import { startTurn } from '../start-turn.ts';
import type { CallContext } from '../context.ts';
import { conversationId } from '../conversation-row.ts';
import { webScope } from '../web-scope.ts';

const NEEDS_PROVIDER = 'Web research needs a connected AI provider. This is a demo without one.';
const NOT_FOR_ASSISTANT = 'This assistant may not search the web.';
const NO_SITES = 'This assistant may search the web, but no sites are allowed for it.';

const conversationSchema = z.nullable(
  z.object({
    assistants: z.pick(assistantSchema, {
      web_research_enabled: true,
      use_org_domains: true,
      web_domains: true,
    }),
  }),
);

/**
 * POST /conversations/{id}/research: searches the web within the assistant's sites. The query is sent as a message, so
 * that query and result stay in the conversation; the response is sent when the reply is complete.
 */
export async function researchWeb(
  context: CallContext,
  { parameters, body }: RoutedCall,
): Promise<ResearchAnswer> {
  const id = conversationId(parameters['id']);
  const { query, idempotencyKey = crypto.randomUUID() } = parseInput(researchRequestSchema, body);
  await requireWeb(context, id);
  const title = automaticTitle({ content: query, fileNames: [] });
  const turnId = await startTurn(context, {
    conversationId: id,
    content: query,
    attachmentPaths: [],
    idempotencyKey,
    research: true,
    ...(title !== undefined && { title }),
  });
  return readAnswer(context, turnId);
}

/** Verifies that the web can be searched in this conversation. @throws AppError with the reason if not */
async function requireWeb(
  { data, provider, webResearch, orgDomains }: CallContext,
  id: string,
): Promise<void> {
  if (!webResearch) throw new AppError('web_research_unavailable');
  const conversation = await readData(
    data
      .from('conversations')
      .select('assistants(web_research_enabled,use_org_domains,web_domains)')
      .eq('id', id)
      .maybeSingle(),
    conversationSchema,
  );
  if (!conversation) throw new AppError('conversation_not_found');
  const refuse = (reason: string) => new AppError('web_research_unavailable', reason);
  if (!conversation.assistants.web_research_enabled) throw refuse(NOT_FOR_ASSISTANT);
  if (provider.kind === 'demo') throw refuse(NEEDS_PROVIDER);
  if (!canSearchWeb(provider.capabilities)) throw refuse(WEB_NOT_SEARCHED);
  if (!webScope(conversation.assistants, orgDomains).enabled) throw refuse(NO_SITES);
}

/** Waits for the final event of the reply. If the client disconnects, the reply is in the conversation. */
async function readAnswer(
  { store, signals, timing, request }: CallContext,
  turnId: string,
): Promise<ResearchAnswer> {
  const { signal } = request;
  for await (const event of readTurnEvents({ turnId, after: 0, store, signals, signal, timing })) {
    if (event.event === 'final') {
      const { messageId, text, citations = [] } = event.data;
      return { messageId, text, citations };
    }
    if (event.event === 'error' || event.event === 'requires_action') {
      throw new AppError('unavailable', event.data.message);
    }
  }
  throw new AppError('conversation_not_found');
}
