import type { Assistant, ConversationRow } from '@homie/contracts';

/** Orders assistants for choosing: those used most recently first, then the others in their order. */
export function orderAssistants<Each extends Pick<Assistant, 'id'>>(
  assistants: readonly Each[],
  conversations: readonly Pick<ConversationRow, 'assistant_id' | 'updated_at'>[],
): Each[] {
  const lastUse = new Map<string, string>();
  for (const { assistant_id, updated_at } of conversations)
    if (updated_at > (lastUse.get(assistant_id) ?? '')) lastUse.set(assistant_id, updated_at);
  // Sorting is stable, and the times have one format.
  return [...assistants].sort((one, other) =>
    (lastUse.get(other.id) ?? '').localeCompare(lastUse.get(one.id) ?? ''),
  );
}

/** Returns the most likely assistant: the one used last, or the only one; null if there is no such candidate. */
export function likelyAssistant(
  assistants: readonly Pick<Assistant, 'id'>[],
  conversations: readonly Pick<ConversationRow, 'assistant_id' | 'updated_at'>[],
): string | null {
  const [first, ...others] = orderAssistants(assistants, conversations);
  if (first === undefined) return null;
  const isUsed = conversations.some(({ assistant_id }) => assistant_id === first.id);
  return isUsed || others.length === 0 ? first.id : null;
}
