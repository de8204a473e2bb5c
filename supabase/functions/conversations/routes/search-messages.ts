import type { MessageMatches } from '@homie/contracts';
import { AppError } from '@homie/contracts/requests';
import { messageMatchesSchema, searchMessagesQuerySchema } from '@homie/contracts/admin';
import * as z from 'zod/mini';
import { readData } from '../../_shared/http/data-access.ts';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import type { CallContext } from '../context.ts';
import { conversationId } from '../conversation-row.ts';

/** GET /conversations/{id}/search: messages with the text, on the active path of the caller's conversation. */
export async function searchMessages(
  { data }: CallContext,
  { parameters, query }: RoutedCall,
): Promise<MessageMatches> {
  const id = conversationId(parameters['id']);
  const { q } = parseInput(searchMessagesQuerySchema, query);
  const messageIds = await readData(
    data.rpc('matches_in_conversation', { conversation_id: id, query: q }),
    z.nullable(messageMatchesSchema.shape.messageIds),
  );
  if (messageIds === null) throw new AppError('conversation_not_found');
  return { messageIds };
}
