import {
  keepPreviousData,
  lazyAdminApi,
  useApi,
  useQuery,
  type WorkersChange,
} from '@homie/api-client';
import { participantKeys } from '../api/participant-queries';
import { describePreview } from '../model/describe-workers';

/** What a change of assignments is going to do, in a sentence; empty while nobody is picked or it is not known. */
export function useWorkersPreview(change: WorkersChange): string {
  const api = useApi();
  const { participantId, userIds, assigned, withAccess } = change;
  const { data } = useQuery({
    queryKey: participantKeys.part(
      participantId,
      `preview ${assigned} ${withAccess} ${userIds.join(' ')}`,
    ),
    queryFn: async () => (await lazyAdminApi()).previewWorkers(api, change),
    enabled: userIds.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
  return data && userIds.length > 0 ? describePreview(change, data) : '';
}
