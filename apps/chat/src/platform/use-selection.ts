import { useNavigate, useSearchParams } from '@homie/composition';
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

/** Returns the id of the selected conversation, outside rendering. */
export function readSelectedId(): string | null {
  return new URLSearchParams(window.location.search).get('conversation');
}

/** Selects a conversation, at one of its messages if it is given, or none. Memoised. */
export type Select = (
  conversation: Selected | null,
  options?: { messageId?: string | null; replace?: boolean },
) => void;

/** Returns the selected conversation and assistant, which are stored in the URL, and a function that selects others. */
export function useSelection(): Selection & { select: Select } {
  const [parameters] = useSearchParams();
  // Not the setter of the parameters, which is another one after each navigation.
  const navigate = useNavigate();
  const select = useCallback<Select>(
    (conversation, { messageId, ...options } = {}) =>
      void navigate(
        conversation === null ? '?' : conversationQuery(conversation, messageId),
        options,
      ),
    [navigate],
  );
  return {
    select,
    conversationId: parameters.get('conversation'),
    assistantId: parameters.get('assistant'),
    messageId: parameters.get('message'),
    handoverId: parameters.get('handover'),
  };
}
