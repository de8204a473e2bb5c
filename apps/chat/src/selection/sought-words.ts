import { useSyncExternalStore } from 'react';

/** What was searched for when a conversation was opened from what the search found. */
export interface SoughtWords {
  conversationId: string;
  q: string;
}

const listeners = new Set<() => void>();
// In memory alone: words that somebody looks for belong neither into the address nor into the history.
let current: SoughtWords | null = null;

function change(next: SoughtWords | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Notes that a conversation is opened at a message with these words. */
export function seekWords(conversationId: string, q: string): void {
  change({ conversationId, q });
}

/** The search in a conversation is over, unless another one has begun. */
export function leaveWords({ conversationId, q }: SoughtWords): void {
  if (current?.conversationId === conversationId && current.q === q) change(null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What is looked for in a conversation; null if nothing is. */
export function useSoughtWords(conversationId: string): string | null {
  const words = useSyncExternalStore(subscribe, () => current);
  return words?.conversationId === conversationId ? words.q : null;
}
