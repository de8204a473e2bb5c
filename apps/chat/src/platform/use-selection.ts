import { useSearchParams } from '@homie/composition';
import { useCallback } from 'react';

/** The selection in the URL. */
interface Selection {
  conversationId: string | null;
  assistantId: string | null;
  /** The message to show first, e.g. a search hit. */
  messageId: string | null;
  /** The handover to show. */
  handoverId: string | null;
}

/** The fields of a conversation that the URL contains. */
interface Selected {
  id: string;
  assistant_id: string;
}

/** Returns the query string that opens a conversation, at one of its messages if it is given. */
export function conversationQuery(
  { id, assistant_id }: Selected,
  messageId?: string | null,
): string {
  const query = new URLSearchParams({ conversation: id, assistant: assistant_id });
  if (messageId) query.set('message', messageId);
  return `?${query}`;
}

/** Returns the selected conversation and assistant, which are stored in the URL, and a function that selects others. */
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
    handoverId: parameters.get('handover'),
  };
  return { ...selection, select };
}
