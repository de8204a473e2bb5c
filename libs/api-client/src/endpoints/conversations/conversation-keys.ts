/** Where conversations live in the query cache. */
export const conversationKeys = {
  all: ['conversations'] as const,
  lists: ['conversations', 'list'] as const,
  list: (assistantId: string | undefined) =>
    ['conversations', 'list', assistantId ?? 'all'] as const,
  detail: (id: string) => ['conversations', 'detail', id] as const,
};
