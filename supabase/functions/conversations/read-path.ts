import type { MessageList } from '@homie/contracts';
import { AppError, messageSchema } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import { readData, type DataClient } from '../_shared/http/data-access.ts';

const pathSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('found'),
    rows: z.array(messageSchema),
    has_earlier: z.boolean(),
  }),
  z.object({ outcome: z.enum(['conversation_not_found', 'message_not_found']) }),
]);

/** Which part of a path: its last so many messages, all from one on, and of those before one. Without any, all. */
interface PathPart {
  limit?: number | undefined;
  before?: string | undefined;
  until?: string | undefined;
}

/**
 * Reads the path that a conversation shows as the caller, or a part of it.
 * @throws AppError conversation_not_found; message_not_found when the part begins or ends at a message that is not there
 */
export async function readPath(
  data: DataClient,
  conversationId: string,
  { limit, before, until }: PathPart = {},
): Promise<MessageList> {
  const path = await readData(
    data.rpc('read_path', {
      conversation_id: conversationId,
      page_size: limit ?? null,
      before: before ?? null,
      until: until ?? null,
    }),
    pathSchema,
  );
  if (path.outcome !== 'found') throw new AppError(path.outcome);
  return { rows: path.rows, hasEarlier: path.has_earlier };
}
