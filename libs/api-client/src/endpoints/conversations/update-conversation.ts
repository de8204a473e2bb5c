import type { UpdateConversationRequest } from '@homie/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Api } from '../../http/api';
import { callFunction } from '../../http/call-function';
import { useApi } from '../../react/api-context';
import { ignoredAnswer } from '../ignored-answer';
import { findConversation, putConversation } from './apply-conversation-change';

/** The properties that a user can change at once, without a dialog. */
export type ConversationMarks = Omit<UpdateConversationRequest, 'title'>;

/** Updates a conversation; omitted properties do not change. The server trims a title. */
export async function updateConversation(
  api: Api,
  id: string,
  change: UpdateConversationRequest,
): Promise<void> {
  const endpoint = `/conversations/${encodeURIComponent(id)}`;
  await callFunction(api, ignoredAnswer, { endpoint, method: 'PUT', body: change });
}

/**
 * Pins, archives, marks as unread, or undoes that. Updates the cache optimistically and rolls back if the server
 * refuses.
 */
export function useMarkConversation() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, marks }: { id: string; marks: ConversationMarks }) =>
      updateConversation(api, id, marks),
    onMutate: ({ id, marks }) => {
      const before = findConversation(client, id);
      if (before) putConversation(client, { ...before, ...marks });
      return before;
    },
    onError: (_error, { id, marks }, before) => {
      const now = findConversation(client, id);
      if (!now || !before) return;
      // Only the properties that this call changed: the conversation may have received a title or a reply since.
      const { pinned, archived, unread } = before;
      const earlier = { pinned, archived, unread };
      const undone = Object.fromEntries(Object.entries(earlier).filter(([name]) => name in marks));
      putConversation(client, { ...now, ...undone });
    },
  });
}

/** Marks a conversation as read. A failure is not shown: the next visit tries again. */
export function useMarkRead() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => updateConversation(api, id, { unread: false }),
    onMutate: (id) => {
      const row = findConversation(client, id);
      if (row) putConversation(client, { ...row, unread: false });
    },
  });
}
