import { createStore, useStore } from '@homie/composition';

/** The search that a conversation was opened from. */
export interface SearchedWords {
  conversationId: string;
  q: string;
}

// In memory alone: searched words belong neither in the address nor in the history.
const searchedWords = createStore<SearchedWords | null>(null);

/** Stores the words of the search that a conversation is opened from. */
export function setSearchedWords(conversationId: string, q: string): void {
  searchedWords.setState({ conversationId, q });
}

/** Clears the words of a search, unless another search has started. */
export function clearSearchedWords({ conversationId, q }: SearchedWords): void {
  searchedWords.setState((current) =>
    current?.conversationId === conversationId && current.q === q ? null : current,
  );
}

/** Returns the words to find in a conversation; null without a search. */
export function useSearchedWords(conversationId: string): string | null {
  return useStore(searchedWords, (words) =>
    words?.conversationId === conversationId ? words.q : null,
  );
}
