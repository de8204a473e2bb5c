import * as z from 'zod/mini';
import type { UnfinishedReply } from '../_shared/domain/conversation-export.ts';
import { readData, type DataClient } from '../_shared/http/data-access.ts';

const rowsSchema = z.array(
  z.object({
    id: z.string(),
    user_message_id: z.string(),
    assistant_message_id: z.nullable(z.string()),
    status: z.string(),
    text: z.string(),
    error_message: z.nullable(z.string()),
    created_at: z.string(),
  }),
);

/** Reads the unfinished replies of a conversation as the caller, oldest first. */
export async function readUnfinishedReplies(
  data: DataClient,
  conversationId: string,
): Promise<UnfinishedReply[]> {
  const rows = await readData(
    data
      .from('turns')
      .select('id,user_message_id,assistant_message_id,status,text,error_message,created_at')
      .eq('conversation_id', conversationId)
      .not('status', 'in', '(completed,running)')
      .order('created_at')
      .order('id'),
    rowsSchema,
  );
  return rows.map(({ user_message_id, assistant_message_id, ...turn }) => ({
    ...turn,
    message_id: user_message_id,
    reply_id: assistant_message_id,
  }));
}
