import { lazyLocalCopies } from '@homie/api-client';
import { isAtEnd } from '../reading/reading-positions';
import { readScreen } from './read-screen';

/** A screen with more elements would delay the start instead of shortening it. */
const MAX_ELEMENTS = 5_000;

/**
 * Stores what the page shows of a conversation, if this device stores copies. Only its end: that is where the app opens
 * a conversation.
 */
export async function storeScreen(conversationId: string, scroller: HTMLElement): Promise<void> {
  const { getLocalCopies } = await lazyLocalCopies();
  const copies = await getLocalCopies();
  if (copies === null || !isAtEnd(scroller) || !scroller.checkVisibility()) return;
  if (scroller.getElementsByTagName('*').length > MAX_ELEMENTS) return;
  const screen = readScreen(scroller);
  if (screen) await copies.saveScreen(conversationId, screen);
}
