import {
  conversationSchema,
  type Conversation,
  type CreateConversationRequest,
} from '@homie/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Api } from '../../http/api';
import { callFunction } from '../../http/call-function';
import { useApi } from '../../react/api-context';
import { conversationKeys } from './conversation-keys';

/** Starts a conversation with an assistant. Without a title it is called 'New conversation'. */
export function createConversation(
  api: Api,
  request: CreateConversationRequest,
): Promise<Conversation> {
  return callFunction(api, conversationSchema, {
    endpoint: '/conversations',
    method: 'POST',
    body: request,
  });
}

/** Starts a conversation and brings the lists up to date. */
export function useCreateConversation() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (request: CreateConversationRequest) => createConversation(api, request),
    onSuccess: (conversation) => {
      client.setQueryData(conversationKeys.detail(conversation.id), conversation);
      return client.invalidateQueries({ queryKey: conversationKeys.lists });
    },
  });
}
