import { useCallback, useSyncExternalStore } from 'react';
import { useTurns } from './turns-context';

/** What is typed and not sent in a conversation, and how to change it. */
export function useDraft(conversationId: string): [text: string, write: (text: string) => void] {
  const { drafts } = useTurns();
  const text = useSyncExternalStore(drafts.subscribe, () => drafts.read(conversationId));
  const write = useCallback(
    (next: string) => drafts.write(conversationId, next),
    [drafts, conversationId],
  );
  return [text, write];
}
