import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Api } from '../../http/api';
import { callFunction } from '../../http/call-function';
import { useApi } from '../../react/api-context';
import { ignoredAnswer } from '../ignored-answer';
import { dropConversation } from './apply-conversation-change';
import { conversationKeys } from './conversation-keys';

/** Deletes a conversation with its messages and files. */
async function deleteConversation(api: Api, id: string): Promise<void> {
  const endpoint = `/conversations/${encodeURIComponent(id)}`;
  await callFunction(api, ignoredAnswer, { endpoint, method: 'DELETE' });
}

/** Deletes a conversation and removes it from the cache. */
export function useDeleteConversation() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationKey: conversationKeys.deletion,
    // The change feed may report the deletion long after the dialog closed.
    gcTime: Infinity,
    mutationFn: (id: string) => deleteConversation(api, id),
    onSuccess: (_, id) => dropConversation(client, id),
  });
}

/** Returns whether this page deleted the conversation, or is deleting it; the change feed may report it first or last. */
export function isDeletedHere(client: QueryClient, id: string): boolean {
  const { deletion: mutationKey } = conversationKeys;
  return client
    .getMutationCache()
    .findAll({ mutationKey })
    .some(({ state }) => state.variables === id && state.status !== 'error');
}
