import { ApiError, useApi, useQuery } from '@homie/api-client';
import type { AuditFilter, AuditLog } from '@homie/contracts';
import { useAuditApi } from '../../api/audit-api';

/** Returns the entry of a link: from the shown page if it is there, else from a query. Null if it does not exist. */
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

// No entry has an invalid id.
function absentWhereRefused(error: unknown): null {
  if (error instanceof ApiError && error.status === 422) return null;
  throw error;
}

/** Returns the previous and the next entry, also across pages; null at the ends, undefined while they load. */
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
