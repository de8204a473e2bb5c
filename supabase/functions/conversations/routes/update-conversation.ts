import { AppError, updateConversationRequestSchema } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import { readData } from '../../_shared/http/data-access.ts';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import type { CallContext } from '../context.ts';
import { conversationId } from '../conversation-row.ts';

/** PUT /conversations/{id}: changes the title, `pinned`, `archived` or `unread`. Omitted fields are not changed. */
export async function updateConversation(
  { data }: CallContext,
  { parameters, body }: RoutedCall,
): Promise<null> {
  const id = conversationId(parameters['id']);
  const change = parseInput(updateConversationRequestSchema, body);
  const changed = await readData(
    data.from('conversations').update(change).eq('id', id).select('id'),
    z.array(z.unknown()),
  );
  if (changed.length === 0) throw new AppError('conversation_not_found');
  return null;
}
