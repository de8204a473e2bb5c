import type { MessageList } from '@homie/contracts';
import { AppError, messageSchema } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import { readData, type DataClient } from '../_shared/http/data-access.ts';

/** A page of a path, as the database returns it. */
export const pathSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('found'),
    rows: z.array(messageSchema),
    has_earlier: z.boolean(),
    version: z.int(),
  }),
  z.object({ outcome: z.enum(['conversation_not_found', 'message_not_found']) }),
]);

/** Range of a path: the last `limit` messages, or all from `until` on; only those before `before`. All by default. */
interface PathPart {
  limit?: number | undefined;
  before?: string | undefined;
  until?: string | undefined;
}

/**
 * Reads the active path of a conversation as the caller, or a range of it.
 * @throws AppError conversation_not_found; message_not_found if the start or end of the range does not exist
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
  return toMessageList(path);
}

/** @throws AppError as {@link readPath} */
export function toMessageList(path: z.output<typeof pathSchema>): MessageList {
  if (path.outcome !== 'found') throw new AppError(path.outcome);
  return { rows: path.rows, hasEarlier: path.has_earlier, version: path.version };
}
