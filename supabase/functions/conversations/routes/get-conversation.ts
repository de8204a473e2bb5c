import { conversationDetailSchema, type ConversationDetail } from '@homie/contracts';
import { AppError } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import { readData } from '../../_shared/http/data-access.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import type { CallContext } from '../context.ts';
import { conversationId } from '../conversation-row.ts';

/** GET /conversations/{id}: one row of the list, also if it is on a page that the caller has not loaded. */
export async function getConversation(
  { data }: CallContext,
  { parameters }: RoutedCall,
): Promise<ConversationDetail> {
  const conversation = await readData(
    data.rpc('read_conversation', { conversation_id: conversationId(parameters['id']) }),
    z.nullable(conversationDetailSchema),
  );
  if (!conversation) throw new AppError('conversation_not_found');
  return conversation;
}
