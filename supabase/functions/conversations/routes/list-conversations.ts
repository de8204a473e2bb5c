import { conversationRowSchema, type ConversationList } from '@homie/contracts';
import { listConversationsQuerySchema } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import { readCount, readData } from '../../_shared/http/data-access.ts';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import type { CallContext } from '../context.ts';
import { listPositionSchema, readCursor, writeCursor } from '../list-cursor.ts';

const readingSchema = z.object({
  rows: z.array(conversationRowSchema),
  next: z.nullable(listPositionSchema),
  version: z.int(),
});

/**
 * GET /conversations: the caller's own, pinned first, then by newest activity. By page with a total, or after a cursor,
 * which costs the same at any depth.
 */
export async function listConversations(
  { data }: CallContext,
  { query }: RoutedCall,
): Promise<ConversationList> {
  const { assistantId, archived, cursor, page, pageSize } = parseInput(
    listConversationsQuerySchema,
    query,
  );
  if (cursor !== undefined) {
    const position = readCursor(cursor);
    const { rows, next, version } = await readData(
      data.rpc('list_conversations', {
        archived,
        row_limit: pageSize,
        ...(assistantId !== undefined && { assistant_id: assistantId }),
        ...(position && {
          after_pinned: position.pinned,
          after_moment: position.moment,
          after_id: position.id,
        }),
      }),
      readingSchema,
    );
    return { rows, pageSize, nextCursor: next && writeCursor(next), version };
  }

  const first = (page - 1) * pageSize;
  const own = (columns: string, options?: { count: 'exact'; head: true }) => {
    const selection = data
      .from('conversation_rows')
      .select(columns, options)
      .eq('archived', archived);
    return assistantId === undefined ? selection : selection.eq('assistant_id', assistantId);
  };
  // Counted in a separate query: a query with a count refuses a page beyond the last.
  const [rows, total] = await Promise.all([
    readData(
      own('*')
        .order('pinned', { ascending: false })
        .order('updated_at', { ascending: false })
        .order('id')
        .range(first, first + pageSize - 1),
      z.array(conversationRowSchema),
    ),
    readCount(own('id', { count: 'exact', head: true })),
  ]);
  return { rows, total, page, pageSize, nextCursor: null };
}
