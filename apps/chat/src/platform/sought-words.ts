import { createStore, useStore } from '@homie/composition';

/** What was searched for when a conversation was opened from what the search found. */
export interface SoughtWords {
  conversationId: string;
  q: string;
}

// In memory alone: words that somebody looks for belong neither into the address nor into the history.
const soughtWords = createStore<SoughtWords | null>(null);

/** Notes that a conversation is opened at a message with these words. */
export function seekWords(conversationId: string, q: string): void {
  soughtWords.setState({ conversationId, q });
}

/** The search in a conversation is over, unless another one has begun. */
export function leaveWords({ conversationId, q }: SoughtWords): void {
  soughtWords.setState((current) =>
    current?.conversationId === conversationId && current.q === q ? null : current,
  );
}

/** What is looked for in a conversation; null if nothing is. */
export function useSoughtWords(conversationId: string): string | null {
  return useStore(soughtWords, (words) =>
    words?.conversationId === conversationId ? words.q : null,
  );
}
