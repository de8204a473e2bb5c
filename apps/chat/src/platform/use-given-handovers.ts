import { lazyHandoversApi, useApi, useQuery } from '@homie/api-client';

/** Lists to whom a conversation was handed over. */
export function useGivenHandovers(conversationId: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['conversations', 'handovers', 'given', conversationId],
    queryFn: async () => (await lazyHandoversApi()).listHandovers(api, conversationId),
    staleTime: 0,
  });
}
