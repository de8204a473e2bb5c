import type { AuditFilterInput, AuditLog, AuditNeighbours } from '@homie/contracts';
import { auditFilterSchema, auditLogSchema, auditNeighboursSchema } from '@homie/contracts/admin';
import * as z from 'zod/mini';
import type { Api } from '../../http/api';
import { parseInput } from '../parse-input';
import { queryAudit } from './query-audit';

const COLUMNS = Object.keys(auditLogSchema.shape).join(', ');
const entryIdSchema = z.object({ id: auditLogSchema.shape.id });

/**
 * Returns one entry of the audit log, for a link to it; null if there is none.
 * @throws ApiError as {@link queryAudit}
 */
export async function readAuditEntry(api: Api, id: string): Promise<AuditLog | null> {
  parseInput(entryIdSchema, { id });
  return queryAudit(api, z.nullable(auditLogSchema), (rest) =>
    rest.from('audit_logs').select(COLUMNS).eq('id', id).maybeSingle(),
  );
}

/**
 * Returns the entries before and after one among the matching ones, in the filter's order and on whichever pages they
 * are; null for the first and the last. The entry itself need not match.
 * @throws ApiError as {@link queryAudit}
 */
export async function readAuditNeighbours(
  api: Api,
  id: string,
  filter: AuditFilterInput,
): Promise<AuditNeighbours> {
  parseInput(entryIdSchema, { id });
  const parsed = parseInput(auditFilterSchema, filter);
  return queryAudit(api, auditNeighboursSchema, (rest) =>
    rest.rpc('audit_neighbours', { entry_id: id, filter: parsed }),
  );
}
