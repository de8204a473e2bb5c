import type { UpdateConversationRequest } from '@homie/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Api } from '../../http/api';
import { callFunction } from '../../http/call-function';
import { useApi } from '../../react/api-context';
import { ignoredAnswer } from '../ignored-answer';
import { findConversation, putConversation } from './apply-conversation-change';

/** What a person can set at once, without a dialog. */
export type ConversationMarks = Omit<UpdateConversationRequest, 'title'>;

/** Changes a conversation; what is left out stays. The server trims a title. */
export async function updateConversation(
  api: Api,
  id: string,
  change: UpdateConversationRequest,
): Promise<void> {
  const endpoint = `/conversations/${encodeURIComponent(id)}`;
  await callFunction(api, ignoredAnswer, { endpoint, method: 'PUT', body: change });
}

/** Pins, archives, marks as unread, or takes that back: seen at once, and undone when the server refuses. */
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
      // Only what this call had changed: the conversation may have got a title or a reply since.
      const { pinned, archived, unread } = before;
      const earlier = { pinned, archived, unread };
      const undone = Object.fromEntries(Object.entries(earlier).filter(([name]) => name in marks));
      putConversation(client, { ...now, ...undone });
    },
  });
}

/** Tells that a conversation was looked at. Unseen when it fails: the next look tells it again. */
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
