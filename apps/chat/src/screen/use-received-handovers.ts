import { lazyHandoversApi, useApi, useQuery } from '@homie/api-client';
import type { Handover } from '@homie/contracts';
import { whenIdle } from '@homie/ui';
import { useEffect, useState } from 'react';

/** Lists the conversations that were handed over to the user. Loads while the page is idle: most users have none. */
export function useReceivedHandovers(userId: string): readonly Handover[] | undefined {
  const api = useApi();
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return useQuery({
    // Refetched with the conversations: a handover, its revocation and a change of access reset the changes feed.
    queryKey: ['conversations', 'handovers', 'received', userId],
    queryFn: async () => (await lazyHandoversApi()).listReceivedHandovers(api, userId),
    enabled: idle,
  }).data;
}
