import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../react/api-context';
import { findConversation, putConversation } from './apply-conversation-change';
import { updateConversation } from './update-conversation';

/** Renames a conversation and updates every cached query. */
export function useRenameConversation() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, title }: { id: string; title: string }) =>
      updateConversation(api, id, { title }),
    onSuccess: (_, { id, title }) => {
      const row = findConversation(client, id);
      if (row) putConversation(client, { ...row, title });
    },
  });
}
