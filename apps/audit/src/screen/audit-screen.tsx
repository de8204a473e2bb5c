import { useApi, useQuery } from '@homie/api-client';
import { useDocumentTitle } from '@homie/composition';
import { Page } from '@homie/ui';
import { useState } from 'react';
import { useAuditApi } from '../api';
import { EntryTable } from '../features/table';

/** /admin/audit: who did what, when, with which assistant. */
export function AuditScreen() {
  useDocumentTitle('Audit Logs');
  const api = useApi();
  const { defaultAuditFilter, queryAuditLogs } = useAuditApi();
  const [filter] = useState(() => defaultAuditFilter(new Date()));
  const { data } = useQuery({
    queryKey: ['audit', 'page', filter],
    queryFn: () => queryAuditLogs(api, filter),
  });
  return (
    <Page
      title="Audit Logs"
      description="View and export system activity logs with advanced filtering"
    >
      <EntryTable rows={data?.rows} />
    </Page>
  );
}
