import { listConversationsQuerySchema, type ConversationList } from '@homie/contracts';
import * as z from 'zod/mini';
import { readCount, readData } from '../../_shared/http/data-access.ts';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import type { CallContext } from '../context.ts';
import {
  CONVERSATION_COLUMNS,
  conversationRowSchema,
  toConversation,
} from '../conversation-row.ts';

const runningSchema = z.array(z.object({ conversation_id: z.string() }));

/** GET /conversations: the caller's own, newest activity first. */
export async function listConversations(
  { data, caller }: CallContext,
  { query }: RoutedCall,
): Promise<ConversationList> {
  const { assistantId, page, pageSize } = parseInput(listConversationsQuerySchema, query);
  const first = (page - 1) * pageSize;
  const own = (columns: string, options?: { count: 'exact'; head: true }) => {
    const selection = data.from('conversations').select(columns, options);
    return assistantId === undefined ? selection : selection.eq('assistant_id', assistantId);
  };
  // Counted apart: a query that counts refuses a page beyond the last.
  const [rows, total, running] = await Promise.all([
    readData(
      own(CONVERSATION_COLUMNS)
        .order('updated_at', { ascending: false })
        .order('id')
        .range(first, first + pageSize - 1),
      z.array(conversationRowSchema),
    ),
    readCount(own('id', { count: 'exact', head: true })),
    readData(
      data.from('turns').select('conversation_id').eq('user_id', caller.id).eq('status', 'running'),
      runningSchema,
    ),
  ]);
  const runningIds = new Set(running.map(({ conversation_id }) => conversation_id));
  return {
    rows: rows.map((row) => ({
      ...toConversation(row),
      running: runningIds.has(row.id),
      unread: false,
      pinned: false,
      archived: false,
    })),
    total,
    page,
    pageSize,
    nextCursor: null,
  };
}
