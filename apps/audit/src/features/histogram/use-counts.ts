import { keepPreviousData, useApi, useQuery } from '@homie/api-client';
import type { AuditFilter } from '@homie/contracts';
import { useAuditApi } from '../../api/audit-api';
import type { Zone } from '../../time/zone';
import { bucketEdges } from './buckets';

/** The entries between two moments. */
export interface Bucket {
  start: Date;
  end: Date;
  entries: number;
}

/** Counts the entries of a filter over its time; without a start, from the first entry that matches. */
export function useCounts(filter: AuditFilter, { zone, max }: { zone: Zone; max: number }) {
  const api = useApi();
  const { countAuditEntries, queryAuditLogs } = useAuditApi();
  const { page: _page, pageSize: _pageSize, sort: _sort, ...terms } = filter;

  async function readStart(): Promise<Date | undefined> {
    if (terms.from !== undefined) return new Date(terms.from);
    const { rows } = await queryAuditLogs(api, { ...terms, sort: 'created_at_asc', pageSize: 1 });
    return rows[0] && new Date(rows[0].created_at);
  }

  async function readCounts(): Promise<Bucket[]> {
    const start = await readStart();
    const stop = terms.to === undefined ? new Date() : new Date(terms.to);
    const edges = start ? bucketEdges(start, stop, { zone, max }) : [];
    if (edges.length === 0) return [];
    const counts = await countAuditEntries(
      api,
      terms,
      edges.map((edge) => edge.toISOString()),
    );
    return edges.slice(1).map((end, index) => ({
      start: edges[index] ?? end,
      end,
      entries: counts[index] ?? 0,
    }));
  }

  return useQuery({
    queryKey: ['audit', 'counts', terms, zone, max],
    queryFn: readCounts,
    placeholderData: keepPreviousData,
  });
}
