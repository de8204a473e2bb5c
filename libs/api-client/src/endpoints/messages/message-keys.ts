/** Where messages live in the query cache. */
export const messageKeys = {
  list: (conversationId: string) => ['messages', conversationId] as const,
};
