import { AppError, conversationRowSchema, type ConversationRow } from '@homie/contracts';
import * as z from 'zod/mini';
import { readData } from '../../_shared/http/data-access.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import type { CallContext } from '../context.ts';
import { conversationId } from '../conversation-row.ts';

/** GET /conversations/{id}: as lists show it, also when it is in none that the caller has read. */
export async function getConversation(
  { data }: CallContext,
  { parameters }: RoutedCall,
): Promise<ConversationRow> {
  const row = await readData(
    data
      .from('conversation_rows')
      .select('*')
      .eq('id', conversationId(parameters['id']))
      .maybeSingle(),
    z.nullable(conversationRowSchema),
  );
  if (!row) throw new AppError('conversation_not_found');
  return row;
}
