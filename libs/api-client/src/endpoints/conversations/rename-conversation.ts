import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Api } from '../../http/api';
import { callFunction } from '../../http/call-function';
import { useApi } from '../../react/api-context';
import { ignoredAnswer } from '../ignored-answer';
import { conversationKeys } from './conversation-keys';

/** Gives a conversation another title; the server trims it. */
export async function renameConversation(api: Api, id: string, title: string): Promise<void> {
  const endpoint = `/conversations/${encodeURIComponent(id)}`;
  await callFunction(api, ignoredAnswer, { endpoint, method: 'PUT', body: { title } });
}

/** Renames a conversation and brings it up to date everywhere. */
export function useRenameConversation() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, title }: { id: string; title: string }) =>
      renameConversation(api, id, title),
    onSuccess: () => client.invalidateQueries({ queryKey: conversationKeys.all }),
  });
}
