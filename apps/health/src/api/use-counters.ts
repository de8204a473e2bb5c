import { keepPreviousData, lazyRemotesApi, useApi, useQuery } from '@homie/api-client';

/** How remotes were loaded in people's browsers in the last days, today included. */
export function useCounters(days: number) {
  const api = useApi();
  return useQuery({
    queryKey: ['health', 'counters', days],
    queryFn: async ({ signal }) => {
      const { listRemoteHealth, REMOTE_DURATION_BOUNDS } = await lazyRemotesApi();
      const counters = await listRemoteHealth(api, { days }, signal);
      return { counters, bounds: REMOTE_DURATION_BOUNDS };
    },
    placeholderData: keepPreviousData,
  });
}
