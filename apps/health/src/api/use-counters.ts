import { keepPreviousData, lazyRemotesApi, useApi, useQuery } from '@homie/api-client';

/** Reads the load counters of all remotes in users' browsers, for the last days including today. */
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
