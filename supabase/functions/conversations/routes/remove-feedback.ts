import * as z from 'zod/mini';
import { readData } from '../../_shared/http/data-access.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import type { CallContext } from '../context.ts';
import { conversationId } from '../conversation-row.ts';
import { messageId } from '../message-id.ts';

/** DELETE /conversations/{id}/messages/{messageId}/feedback: removes the caller's feedback, if there is any. */
export async function removeFeedback(
  { caller, data }: CallContext,
  { parameters }: RoutedCall,
): Promise<null> {
  await readData(
    data
      .from('reply_feedback')
      .delete()
      .eq('user_id', caller.id)
      .eq('conversation_id', conversationId(parameters['id']))
      .eq('message_id', messageId(parameters['messageId']))
      .select('id'),
    z.array(z.unknown()),
  );
  return null;
}
