import { listAssistants, useApi } from '@homie/api-client';
import { ASSISTANT_LIST_MAX, type ConversationRow } from '@homie/contracts';
import { toast } from '@homie/ui';
import { useCallback } from 'react';

/** Returns a function that reports why a conversation on the screen is gone: no access to its assistant, or deleted. */
export function useExplainLoss(): (row: ConversationRow) => Promise<void> {
  const api = useApi();
  return useCallback(
    async ({ assistant_id, assistants: { label } }) => {
      const granted = await listAssistants(api, { limit: ASSISTANT_LIST_MAX }).catch(() => []);
      if (granted.some(({ id }) => id === assistant_id))
        toast.info({
          title: 'Conversation deleted',
          description: 'It was deleted in another window or on another device.',
        });
      else
        toast.info({
          title: 'Access changed',
          description: `You no longer have access to ${label}.`,
        });
    },
    [api],
  );
}
