import {
  findConversation,
  useMarkRead,
  useQueryClient,
  useUnreadConversations,
} from '@homie/api-client';
import { useEffect } from 'react';

/**
 * Marks the conversation on the screen as read.
 * @param visible true if this tab is in front
 * @returns the number of other conversations with an unread reply
 */
export function useUnread(conversationId: string | null, visible: boolean): number {
  const client = useQueryClient();
  const { mutate: markRead } = useMarkRead();
  const ids = useUnreadConversations();
  // Also one that is not in the list, such as an archived one.
  const isUnread =
    conversationId !== null &&
    (ids.includes(conversationId) || (findConversation(client, conversationId)?.unread ?? false));
  useEffect(() => {
    if (isUnread && visible) markRead(conversationId);
  }, [isUnread, visible, conversationId, markRead]);
  return ids.filter((id) => !(visible && id === conversationId)).length;
}
