import type { UsageGrouping, UsageReport } from '@homie/contracts';
import { usageReportSchema } from '@homie/contracts/admin';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Api } from '../../http/api';
import { callFunction, withQuery } from '../../http/call-function';

/** A report of the last days by day, assistant or person. */
export interface UsageSearch {
  days: number;
  by: UsageGrouping;
}

/** Reads the usage of the last days. The audit log records a report by person. */
export function readUsage(
  api: Api,
  search: UsageSearch,
  signal?: AbortSignal,
): Promise<UsageReport> {
  return callFunction(api, usageReportSchema, {
    endpoint: withQuery('/usage', { ...search }),
    method: 'GET',
    signal,
  });
}

/** Options of the query for a report. The previous one stays visible until it has loaded. */
export function usageQuery(api: Api, search: UsageSearch) {
  return queryOptions({
    queryKey: ['admin', 'usage', search],
    queryFn: ({ signal }) => readUsage(api, search, signal),
    placeholderData: keepPreviousData,
  });
}
