import { listConversationsQuerySchema, type ConversationList } from '@homie/contracts';
import * as z from 'zod/mini';
import { readCounted } from '../../_shared/http/data-access.ts';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import type { CallContext } from '../context.ts';
import {
  CONVERSATION_COLUMNS,
  conversationRowSchema,
  toConversation,
} from '../conversation-row.ts';

const listedRowSchema = z.extend(conversationRowSchema, {
  turns: z.array(z.object({ id: z.string() })),
});

/** GET /conversations: the caller's own, newest activity first. */
export async function listConversations(
  { data }: CallContext,
  { query }: RoutedCall,
): Promise<ConversationList> {
  const { assistantId, page, pageSize } = parseInput(listConversationsQuerySchema, query);
  const first = (page - 1) * pageSize;
  let selection = data
    .from('conversations')
    .select(`${CONVERSATION_COLUMNS},turns(id)`, { count: 'exact' })
    .eq('turns.status', 'running')
    .order('updated_at', { ascending: false })
    .order('id')
    .range(first, first + pageSize - 1);
  if (assistantId !== undefined) selection = selection.eq('assistant_id', assistantId);
  const { data: rows, count } = await readCounted(selection, z.array(listedRowSchema));
  return {
    rows: rows.map(({ turns, ...row }) => ({ ...toConversation(row), running: turns.length > 0 })),
    total: count,
    page,
    pageSize,
  };
}
