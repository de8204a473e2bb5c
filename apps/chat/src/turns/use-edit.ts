import { useCallback, useSyncExternalStore } from 'react';
import type { Edit } from '../storage/edits';
import { useTurns } from './turns-context';

/** The message of a conversation that is being changed, and how to keep what it has become. */
export function useEdit(
  conversationId: string,
): [edit: Edit | null, write: (edit: Edit | null) => void] {
  const { edits } = useTurns();
  const edit = useSyncExternalStore(edits.subscribe, () => edits.read(conversationId));
  const write = useCallback(
    (next: Edit | null) => edits.write(conversationId, next),
    [edits, conversationId],
  );
  return [edit, write];
}
