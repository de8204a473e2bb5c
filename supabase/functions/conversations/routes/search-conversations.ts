import { conversationHitsSchema, type ConversationHit } from '@homie/contracts';
import { searchExcerpt, withoutMarkdown } from '@homie/contracts/admin';
import { searchConversationsQuerySchema } from '@homie/contracts/requests';
import { readData } from '../../_shared/http/data-access.ts';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import type { CallContext } from '../context.ts';

/** GET /conversations/search: the caller's conversations with this text in the title or a message. */
export async function searchConversations(
  { data }: CallContext,
  { query }: RoutedCall,
): Promise<{ rows: ConversationHit[] }> {
  const { q, limit } = parseInput(searchConversationsQuerySchema, query);
  const rows = await readData(
    data.rpc('search_conversations', { query: q, row_limit: limit }),
    conversationHitsSchema.shape.rows,
  );
  return {
    rows: rows.map(({ conversation, match }) => ({
      conversation,
      match: match && {
        ...match,
        ...searchExcerpt(match.role === 'assistant' ? withoutMarkdown(match) : match),
      },
    })),
  };
}
