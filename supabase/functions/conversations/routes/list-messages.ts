import type { MessageList } from '@homie/contracts';
import { listMessagesQuerySchema } from '@homie/contracts/requests';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import type { CallContext } from '../context.ts';
import { conversationId } from '../conversation-row.ts';
import { readPath } from '../read-path.ts';

/**
 * GET /conversations/{id}/messages: the active path, oldest first. A message with an unfinished reply has the state of
 * that reply.
 */
export async function listMessages(
  { data }: CallContext,
  { parameters, query }: RoutedCall,
): Promise<MessageList> {
  const id = conversationId(parameters['id']);
  return readPath(data, id, parseInput(listMessagesQuerySchema, query));
}
