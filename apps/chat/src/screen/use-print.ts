import type { ConversationRow } from '@homie/contracts';
import { useCallback } from 'react';
import { printRequest } from './print-request';

/**
 * Prints a conversation. Opens it first, because only the conversation on the screen can be printed.
 * @param select opens a conversation
 */
export function usePrint(
  conversationId: string | null,
  select: (conversation: ConversationRow) => void,
): (row: ConversationRow) => void {
  return useCallback(
    (row) => {
      printRequest.setState(row.id);
      if (row.id !== conversationId) select(row);
    },
    [conversationId, select],
  );
}
