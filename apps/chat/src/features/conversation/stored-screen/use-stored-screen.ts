import type { ConversationRow } from '@homie/contracts';
import { whenIdle } from '@homie/ui';
import { useEffect, type RefObject } from 'react';
import type { ThreadItem } from '../../../engine/thread-items';

/** The time without changes after which the screen is stored, in milliseconds: its copy is stored first. */
const DELAY_MS = 1_500;

interface Shown {
  conversationId: string;
  conversation: ConversationRow | undefined;
  /** Null while they are loading. */
  items: readonly ThreadItem[] | null;
}

/**
 * Stores what is shown of a conversation, for the start of the next page: again after each change, because its copy is
 * then written again without it.
 */
export function useStoredScreen(
  scroller: RefObject<HTMLElement | null>,
  { conversationId, conversation, items }: Shown,
): void {
  useEffect(() => {
    if (conversation === undefined || items === null) return;
    let cancel: () => void = () => undefined;
    const timer = setTimeout(() => {
      cancel = whenIdle(() => {
        // Without it, the next page shows a placeholder.
        import('./store-screen')
          .then(
            ({ storeScreen }) => scroller.current && storeScreen(conversationId, scroller.current),
          )
          .catch(() => undefined);
      });
    }, DELAY_MS);
    return () => {
      clearTimeout(timer);
      cancel();
    };
  }, [conversationId, conversation, items, scroller]);
}
