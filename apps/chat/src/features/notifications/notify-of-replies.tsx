import { findConversation, useQueryClient } from '@homie/api-client';
import { useNavigate } from '@homie/composition';
import type { Handover } from '@homie/contracts';
import { useEffect, useEffectEvent, useRef } from 'react';
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

/** Notifies the user of each conversation that is handed over while the page is hidden, likewise without its text. */
export function NotifyOfHandovers({ handovers }: { handovers: readonly Handover[] }) {
  const navigate = useNavigate();
  /** The handovers that are not new: handing over again replaces one. */
  const known = useRef<ReadonlySet<string>>(undefined);
  const open = useEffectEvent((id: string) => {
    window.focus();
    void navigate(`?handover=${id}`);
  });
  useEffect(() => {
    const before = known.current;
    known.current = new Set(handovers.map(({ id, created_at }) => `${id} ${created_at}`));
    if (before === undefined || !document.hidden) return;
    for (const { id, created_at, opened_at } of handovers) {
      if (opened_at !== null || before.has(`${id} ${created_at}`)) continue;
      const notification = new Notification('Conversation handed over to you', { tag: id });
      notification.addEventListener('click', () => {
        notification.close();
        open(id);
      });
    }
  }, [handovers]);
  return null;
}
