/** Keys of the conversation queries. */
export const conversationKeys = {
  all: ['conversations'] as const,
  lists: ['conversations', 'list'] as const,
  list: (archived: boolean) =>
    ['conversations', 'list', archived ? 'archived' : 'current'] as const,
  searches: ['conversations', 'search'] as const,
  search: (q: string) => ['conversations', 'search', q] as const,
  details: ['conversations', 'detail'] as const,
  detail: (id: string) => ['conversations', 'detail', id] as const,
  /** The key of every pending deletion. */
  deletion: ['conversations', 'delete'] as const,
};
