import { whenIdle } from '@homie/ui';
import { useEffect, type RefObject } from 'react';

/** The time without changes after which the screen is stored, in milliseconds: its copy is stored first. */
const DELAY_MS = 1_500;

/**
 * Stores what is shown of a conversation, for the start of the next page.
 * @param shown changes when the messages change; null while they are loading
 */
export function useStoredScreen(
  conversationId: string,
  shown: unknown,
  scroller: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    if (shown === null) return;
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
  }, [conversationId, shown, scroller]);
}
