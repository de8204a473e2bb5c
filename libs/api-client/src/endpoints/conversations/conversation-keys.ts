/** Where conversations live in the query cache. */
export const conversationKeys = {
  all: ['conversations'] as const,
  lists: ['conversations', 'list'] as const,
  list: (archived: boolean) =>
    ['conversations', 'list', archived ? 'archived' : 'current'] as const,
  search: (q: string) => ['conversations', 'search', q] as const,
  detail: (id: string) => ['conversations', 'detail', id] as const,
  /** The key of every deletion under way. */
  deletion: ['conversations', 'delete'] as const,
};
