import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Api } from '../../http/api';
import { callFunction } from '../../http/call-function';
import { useApi } from '../../react/api-context';
import { ignoredAnswer } from '../ignored-answer';
import { messageKeys } from '../messages/message-keys';
import { conversationKeys } from './conversation-keys';

/** Deletes a conversation with its messages and files. */
export async function deleteConversation(api: Api, id: string): Promise<void> {
  const endpoint = `/conversations/${encodeURIComponent(id)}`;
  await callFunction(api, ignoredAnswer, { endpoint, method: 'DELETE' });
}

/** Deletes a conversation and forgets what was cached of it. */
export function useDeleteConversation() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => deleteConversation(api, id),
    onSuccess: (_, id) => {
      client.removeQueries({ queryKey: conversationKeys.detail(id) });
      client.removeQueries({ queryKey: messageKeys.list(id) });
      return client.invalidateQueries({ queryKey: conversationKeys.lists });
    },
  });
}
