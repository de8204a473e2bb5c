import { sendMessageRequestSchema } from '@homie/contracts/requests';
import { automaticTitle } from '../../_shared/domain/conversation-title.ts';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import { streamTurn } from '../start-turn.ts';
import type { CallContext } from '../context.ts';
import { conversationId } from '../conversation-row.ts';

/**
 * POST /conversations/{id}/stream: stores a message, starts its reply and responds with the event stream of the reply.
 * A repeated key returns the events of the same reply.
 */
export async function sendMessage(
  context: CallContext,
  { parameters, body }: RoutedCall,
): Promise<Response> {
  const id = conversationId(parameters['id']);
  const request = parseInput(sendMessageRequestSchema, body);
  const { content, attachments = [], idempotencyKey, replaces } = request;
  const title = automaticTitle({ content, fileNames: attachments.map(({ name }) => name) });
  return streamTurn(context, {
    conversationId: id,
    content: content ?? null,
    attachmentPaths: [...new Set(attachments.map(({ supabasePath }) => supabasePath))],
    idempotencyKey,
    ...(replaces !== undefined && { replaces }),
    ...(title !== undefined && { title }),
  });
}
