import { ApiError, useApi, useQuery } from '@homie/api-client';
import type { AuditFilter, AuditLog } from '@homie/contracts';
import { useAuditApi } from '../../api/audit-api';

/** The entry of a link: from the page that is shown if it is there, else read by itself. Null where there is none. */
export function useEntry(id: string, rows: readonly AuditLog[] | undefined) {
  const api = useApi();
  const { readAuditEntry } = useAuditApi();
  const listed = rows?.find((row) => row.id === id);
  const read = useQuery({
    queryKey: ['audit', 'entry', id],
    queryFn: () => readAuditEntry(api, id).catch(absentWhereRefused),
    // An entry never changes.
    staleTime: Infinity,
    enabled: !listed,
  });
  return { ...read, entry: listed ?? read.data };
}

// What is no id at all is nobody's.
function absentWhereRefused(error: unknown): null {
  if (error instanceof ApiError && error.status === 422) return null;
  throw error;
}

/** The entries before and after one, whichever pages they are on; null at the ends, undefined until they are known. */
export function useNeighbours(
  id: string,
  filter: AuditFilter,
  rows: readonly AuditLog[] | undefined,
) {
  const api = useApi();
  const { readAuditNeighbours } = useAuditApi();
  const index = rows?.findIndex((row) => row.id === id) ?? -1;
  const onPage = index < 0 ? {} : { previous: rows?.[index - 1]?.id, next: rows?.[index + 1]?.id };
  const read = useQuery({
    queryKey: ['audit', 'neighbours', id, filter],
    queryFn: () => readAuditNeighbours(api, id, filter),
    enabled: onPage.previous === undefined || onPage.next === undefined,
  });
  return {
    previous: onPage.previous ?? read.data?.previous,
    next: onPage.next ?? read.data?.next,
  };
}
