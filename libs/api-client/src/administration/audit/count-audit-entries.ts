import type { AuditFilterInput } from '@homie/contracts';
import { auditFilterSchema } from '@homie/contracts/admin';
import * as z from 'zod/mini';
import type { Api } from '../../http/api';
import { parseInput } from '../parse-input';
import { queryAudit } from './query-audit';

const countsSchema = z.array(z.int());

/**
 * Counts the entries that match a filter in each interval between two edges.
 * @param edges ascending timestamps, at most 121; each bucket includes its start and excludes its end
 * @throws ApiError with the failed rules as 'path: message', else as {@link queryAudit}
 */
export async function countAuditEntries(
  api: Api,
  filter: AuditFilterInput,
  edges: readonly string[],
): Promise<number[]> {
  const parsed = parseInput(auditFilterSchema, filter);
  return queryAudit(api, countsSchema, (rest) =>
    rest.rpc('count_audit_entries', { filter: parsed, edges: [...edges] }),
  );
}
