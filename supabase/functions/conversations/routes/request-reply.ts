import { requestReplyRequestSchema } from '@homie/contracts/requests';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import { streamTurn } from '../start-turn.ts';
import type { CallContext } from '../context.ts';
import { conversationId } from '../conversation-row.ts';

/**
 * POST /conversations/{id}/reply: starts another reply to an earlier message, or continues an unfinished one, and
 * responds with its event stream.
 */
export async function requestReply(
  context: CallContext,
  { parameters, body }: RoutedCall,
): Promise<Response> {
  const id = conversationId(parameters['id']);
  const { messageId, continues, idempotencyKey } = parseInput(requestReplyRequestSchema, body);
  return streamTurn(context, {
    conversationId: id,
    replyTo: messageId,
    idempotencyKey,
    ...(continues !== undefined && { continues }),
  });
}
