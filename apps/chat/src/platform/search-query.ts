import { createStore, useStore } from '@homie/composition';

/** The search that a conversation was opened from. */
export interface SearchQuery {
  conversationId: string;
  q: string;
}

// In memory alone: searched words belong neither in the address nor in the history.
const searchQuery = createStore<SearchQuery | null>(null);

/** Stores the words of the search that a conversation is opened from. */
export function setSearchQuery(conversationId: string, q: string): void {
  searchQuery.setState({ conversationId, q });
}

/** Clears the words of a search, unless another search has started. */
export function clearSearchQuery({ conversationId, q }: SearchQuery): void {
  searchQuery.setState((current) =>
    current?.conversationId === conversationId && current.q === q ? null : current,
  );
}

/** Returns the words to find in a conversation; null without a search. */
export function useSearchQuery(conversationId: string): string | null {
  return useStore(searchQuery, (words) =>
    words?.conversationId === conversationId ? words.q : null,
  );
}
