import { useApi, useQuery } from '@homie/api-client';
import type { AuditHold } from '@homie/contracts';
import { useAuditApi } from '../../../api/audit-api';

/** Returns the name of the subject of a hold, if it has one and still exists. */
export function useSubjectName({ kind, subjectId }: AuditHold): string | null | undefined {
  const api = useApi();
  const { readAuditName } = useAuditApi();
  const named = kind === 'all' || kind === 'conversation' ? undefined : kind;
  const { data } = useQuery({
    queryKey: ['audit', 'name', kind, subjectId],
    queryFn: () => (named && subjectId ? readAuditName(api, named, subjectId) : null),
    enabled: named !== undefined,
    staleTime: Infinity,
  });
  return data;
}
