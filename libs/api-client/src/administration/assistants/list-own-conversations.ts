import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { Api } from '../../http/api';
import { queryRest } from '../query-rest';
import { recordKey } from '../resource-data';

const conversationsSchema = z.array(
  z.object({ id: z.string(), title: z.string(), updated_at: z.string() }),
);

/** Maximum number of listed conversations. The chat lists all of them. */
const LISTED = 5;

/** Options of the query for the user's own latest conversations with an assistant. No one reads those of others. */
export function ownConversationsQuery(api: Api, assistantId: string) {
  return queryOptions({
    queryKey: recordKey('assistants', assistantId, 'conversations'),
    queryFn: async () => {
      const { rows } = await queryRest(api, conversationsSchema, (rest) =>
        rest
          .from('conversations')
          .select('id, title, updated_at')
          .eq('assistant_id', assistantId)
          .order('updated_at', { ascending: false })
          .limit(LISTED),
      );
      return rows;
    },
    staleTime: 0,
  });
}
