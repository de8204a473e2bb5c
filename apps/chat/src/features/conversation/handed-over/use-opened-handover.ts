import { lazyHandoversApi, useApi, useQuery, useQueryClient } from '@homie/api-client';

/** Opens a handover to the user. Its data is null if it was revoked or access has ended. */
export function useOpenedHandover(handoverId: string) {
  const api = useApi();
  const client = useQueryClient();
  return useQuery({
    queryKey: ['conversations', 'handovers', 'opened', handoverId],
    queryFn: async () => {
      const opened = await (await lazyHandoversApi()).openHandover(api, handoverId);
      // It is no longer new in the list.
      void client.invalidateQueries({ queryKey: ['conversations', 'handovers', 'received'] });
      return opened;
    },
    staleTime: 0,
  });
}
