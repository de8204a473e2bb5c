import { useSearchParams } from '@homie/composition';
import { useCallback } from 'react';

/** What the address selects. */
interface Selection {
  conversationId: string | null;
  assistantId: string | null;
  /** The message to show first, e.g. one that was searched for. */
  messageId: string | null;
}

/** What the address says of a conversation. */
interface Selected {
  id: string;
  assistant_id: string;
}

/** The query of the address that opens a conversation, at one of its messages if it is given. */
export function conversationQuery(
  { id, assistant_id }: Selected,
  messageId?: string | null,
): string {
  const query = new URLSearchParams({ conversation: id, assistant: assistant_id });
  if (messageId) query.set('message', messageId);
  return `?${query}`;
}

/** The selected conversation and assistant, which live in the address, and how to choose others. */
export function useSelection() {
  const [parameters, setParameters] = useSearchParams();
  const select = useCallback(
    (
      conversation: Selected | null,
      { messageId, ...options }: { messageId?: string | null; replace?: boolean } = {},
    ) =>
      setParameters(
        conversation === null ? '' : conversationQuery(conversation, messageId),
        options,
      ),
    [setParameters],
  );
  const selection: Selection = {
    conversationId: parameters.get('conversation'),
    assistantId: parameters.get('assistant'),
    messageId: parameters.get('message'),
  };
  return { ...selection, select };
}
