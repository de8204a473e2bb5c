import type { ReplyFeedback } from '@homie/contracts';
import { replyFeedbackSchema } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import { readData } from '../../_shared/http/data-access.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import type { CallContext } from '../context.ts';
import { conversationId } from '../conversation-row.ts';

/** GET /conversations/{id}/feedback: the caller's feedback on replies of a conversation. */
export async function listFeedback(
  { caller, data }: CallContext,
  { parameters }: RoutedCall,
): Promise<{ rows: ReplyFeedback[] }> {
  const rows = await readData(
    data
      .from('reply_feedback')
      .select('message_id,rating,reason,comment,shared')
      // Administrators may read that of all users.
      .eq('user_id', caller.id)
      .eq('conversation_id', conversationId(parameters['id'])),
    z.array(replyFeedbackSchema),
  );
  return { rows };
}
