import {
  conversationRowSchema,
  type ConversationRow,
  type CreateConversationRequest,
} from '@homie/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Api } from '../../http/api';
import { callFunction } from '../../http/call-function';
import { useApi } from '../../react/api-context';
import { putConversation } from './apply-conversation-change';
import { conversationKeys } from './conversation-keys';

/** Creates a conversation with an assistant. Without a title it is called 'New conversation' until one is found. */
function createConversation(
  api: Api,
  request: CreateConversationRequest,
): Promise<ConversationRow> {
  return callFunction(api, conversationRowSchema, {
    endpoint: '/conversations',
    method: 'POST',
    body: request,
  });
}

/** Creates a conversation and adds it to the list. */
export function useCreateConversation() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (request: CreateConversationRequest) => createConversation(api, request),
    onSuccess: (conversation) => {
      client.setQueryData(conversationKeys.detail(conversation.id), conversation);
      putConversation(client, conversation);
    },
  });
}
