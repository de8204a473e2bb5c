import { keepPreviousData, useApi, useQuery } from '@homie/api-client';
import type { AuditFilter } from '@homie/contracts';
import { useAuditApi } from '../api/audit-api';

/** Queries a page of the audit log; retains the previous page while another loads. */
export function useEntryPage(filter: AuditFilter) {
  const api = useApi();
  const { queryAuditLogs } = useAuditApi();
  return useQuery({
    queryKey: ['audit', 'page', filter],
    queryFn: async () => ({ ...(await queryAuditLogs(api, filter)), page: filter.page }),
    placeholderData: keepPreviousData,
  });
}
