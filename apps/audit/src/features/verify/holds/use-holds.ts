import { useApi, useQuery } from '@homie/api-client';
import { useAuditApi } from '../../../api/audit-api';

/** Queries all legal holds, active ones first. Always stale, so that each view refetches them. */
export function useHolds() {
  const api = useApi();
  const { listAuditHolds } = useAuditApi();
  return useQuery({
    queryKey: ['audit', 'holds'],
    queryFn: () => listAuditHolds(api),
    staleTime: 0,
  });
}
