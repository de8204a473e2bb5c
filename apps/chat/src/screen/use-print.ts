import type { ConversationRow } from '@homie/contracts';
import { useCallback, useEffect, useRef } from 'react';

/**
 * Prints a conversation, which must be on the screen for it: it is opened first.
 * @param select opens a conversation
 */
export function usePrint(
  conversationId: string | null,
  select: (conversation: ConversationRow) => void,
): (row: ConversationRow) => void {
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    if (wanted.current === undefined || wanted.current !== conversationId) return;
    wanted.current = undefined;
    window.print();
  }, [conversationId]);
  return useCallback(
    (row) => {
      if (row.id === conversationId) return window.print();
      wanted.current = row.id;
      select(row);
    },
    [conversationId, select],
  );
}
