import type { AuditFilterInput } from '@homie/contracts';
import { auditFilterSchema } from '@homie/contracts/admin';
import * as z from 'zod/mini';
import type { Api } from '../../http/api';
import { checked } from '../checked';
import { askAudit } from './ask-audit';

const countsSchema = z.array(z.int());

/**
 * Counts the entries that match a filter between each two edges.
 * @param edges ascending moments, at most 121; each bucket includes its start and excludes its end
 * @throws ApiError with the failed rules as 'path: message', else as {@link askAudit}
 */
export async function countAuditEntries(
  api: Api,
  filter: AuditFilterInput,
  edges: readonly string[],
): Promise<number[]> {
  const asked = checked(auditFilterSchema, filter);
  return askAudit(api, countsSchema, (rest) =>
    rest.rpc('count_audit_entries', { filter: asked, edges: [...edges] }),
  );
}
