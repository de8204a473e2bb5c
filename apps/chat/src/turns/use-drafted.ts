import { useSyncExternalStore } from 'react';
import { useTurns } from './turns-context';

/** The conversations in which something is written and not sent. */
export function useDraftedConversations(): ReadonlySet<string> {
  const { drafts } = useTurns();
  return useSyncExternalStore(drafts.subscribe, drafts.conversations);
}
