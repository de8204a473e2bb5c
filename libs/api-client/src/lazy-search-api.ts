import type * as search from './endpoints/search-messages';

/** The search within a conversation. */
export type SearchApi = typeof search;

/** Loads the search within a conversation: `const { searchMessages } = await lazySearchApi()`. It stays out of the first load. */
export function lazySearchApi(): Promise<SearchApi> {
  return import('./endpoints/search-messages');
}
