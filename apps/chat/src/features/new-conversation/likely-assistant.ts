import type { Assistant, ConversationRow } from '@homie/contracts';

/** Returns the most likely assistant: the one used last, or the only one; null if there is no such candidate. */
export function likelyAssistant(
  assistants: readonly Pick<Assistant, 'id'>[],
  conversations: readonly Pick<ConversationRow, 'assistant_id' | 'updated_at'>[],
): string | null {
  const [only, ...others] = assistants.map(({ id }) => id);
  if (only === undefined) return null;
  if (others.length === 0) return only;
  let last: (typeof conversations)[number] | undefined;
  for (const each of conversations)
    if (last === undefined || each.updated_at > last.updated_at) last = each;
  return assistants.find(({ id }) => id === last?.assistant_id)?.id ?? null;
}
