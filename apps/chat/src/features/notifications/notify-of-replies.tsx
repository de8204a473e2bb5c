import { findConversation, useQueryClient } from '@homie/api-client';
import { useEffect, useEffectEvent } from 'react';
import { useChat } from '../../engine/react';
import { useSelection } from '../../platform/use-selection';

const TITLES = { completed: 'Reply finished', failed: 'Reply could not be completed' } as const;

/**
 * Notifies the user of each reply that ends while the page is hidden. A notification contains no text of the
 * conversation: it may be shown on a locked screen, or to others. Pressing it opens the conversation.
 */
export function NotifyOfReplies() {
  const { store } = useChat();
  const client = useQueryClient();
  const { select } = useSelection();
  const open = useEffectEvent((conversationId: string) => {
    window.focus();
    const conversation = findConversation(client, conversationId);
    if (conversation) select(conversation);
  });
  useEffect(
    () =>
      store.subscribe(({ running, outcomes }, { running: before }) => {
        if (!document.hidden) return;
        for (const id of before) {
          const outcome = outcomes.get(id);
          // A lost connection is resumed, and a refused message waits: neither reply has ended.
          if (running.has(id) || outcome === undefined) continue;
          // One of each conversation at a time.
          const notification = new Notification(TITLES[outcome], { tag: id });
          notification.addEventListener('click', () => {
            notification.close();
            open(id);
          });
        }
      }),
    [store],
  );
  return null;
}
