import { useSyncExternalStore } from 'react';
import type { LiveReply } from './live-replies';
import { useTurns } from './turns-context';

/** The conversations in which a reply is on its way. */
export function useRunningConversations(): ReadonlySet<string> {
  const { replies } = useTurns();
  return useSyncExternalStore(replies.subscribe, replies.running);
}

/** One fact about the reply being written, for whoever must not render with each word. */
export function useLiveFact<Fact extends string | boolean | null>(
  conversationId: string,
  read: (reply: LiveReply | undefined) => Fact,
): Fact {
  const { replies } = useTurns();
  return useSyncExternalStore(replies.subscribe, () => read(replies.get(conversationId)));
}
