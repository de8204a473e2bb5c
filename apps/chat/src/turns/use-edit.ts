import { useStore } from '@homie/store';
import { useCallback } from 'react';
import type { Edit } from '../storage/edits';
import { useTurns } from './turns-context';

/** The message of a conversation that is being changed, and how to keep what it has become. */
export function useEdit(
  conversationId: string,
): [edit: Edit | null, write: (edit: Edit | null) => void] {
  const { edits } = useTurns();
  const edit = useStore(edits, () => edits.get(conversationId));
  const write = useCallback(
    (next: Edit | null) => edits.set(conversationId, next),
    [edits, conversationId],
  );
  return [edit, write];
}
