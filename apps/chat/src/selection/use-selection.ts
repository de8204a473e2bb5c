import { useSearchParams } from '@homie/composition';
import { useCallback } from 'react';

/** What the address selects. */
export interface Selection {
  conversationId: string | null;
  assistantId: string | null;
}

/** The query of the address that opens a conversation. */
export function conversationQuery({
  id,
  assistant_id,
}: {
  id: string;
  assistant_id: string;
}): string {
  return `?${new URLSearchParams({ conversation: id, assistant: assistant_id })}`;
}

/** The selected conversation and assistant, which live in the address, and how to choose others. */
export function useSelection() {
  const [parameters, setParameters] = useSearchParams();
  const select = useCallback(
    (conversation: { id: string; assistant_id: string } | null, options?: { replace: boolean }) =>
      setParameters(conversation === null ? '' : conversationQuery(conversation), options),
    [setParameters],
  );
  const selection: Selection = {
    conversationId: parameters.get('conversation'),
    assistantId: parameters.get('assistant'),
  };
  return { ...selection, select };
}
