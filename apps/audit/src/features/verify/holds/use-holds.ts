import { useApi, useQuery } from '@homie/api-client';
import { useAuditApi } from '../../../api/audit-api';

/** All legal holds, those that hold first; asked anew whenever somebody looks. */
export function useHolds() {
  const api = useApi();
  const { listAuditHolds } = useAuditApi();
  return useQuery({
    queryKey: ['audit', 'holds'],
    queryFn: () => listAuditHolds(api),
    staleTime: 0,
  });
}
