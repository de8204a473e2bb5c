import { AppError, updateConversationRequestSchema } from '@homie/contracts';
import * as z from 'zod/mini';
import { readData } from '../../_shared/http/data-access.ts';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import type { CallContext } from '../context.ts';
import { conversationId } from '../conversation-row.ts';

/** PUT /conversations/{id} */
export async function renameConversation(
  { data }: CallContext,
  { parameters, body }: RoutedCall,
): Promise<null> {
  const id = conversationId(parameters['id']);
  const { title } = parseInput(updateConversationRequestSchema, body);
  const renamed = await readData(
    data.from('conversations').update({ title }).eq('id', id).select('id'),
    z.array(z.unknown()),
  );
  if (renamed.length === 0) throw new AppError('conversation_not_found');
  return null;
}
