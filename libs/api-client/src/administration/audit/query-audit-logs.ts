import type { AuditFilterInput, AuditPage } from '@homie/contracts';
import { auditFilterSchema, auditPageSchema } from '@homie/contracts/admin';
import type { Api } from '../../http/api';
import { parseInput } from '../parse-input';
import { queryAudit } from './query-audit';

/**
 * Returns one page of the audit log with the exact number of all matching rows; `from` is inclusive, `to` is exclusive.
 * A row contains a copy of the data that it refers to, so it reads the same after the user or the assistant is deleted.
 * @throws ApiError with the failed rules as 'path: message', else as {@link queryAudit}
 */
export async function queryAuditLogs(api: Api, filter: AuditFilterInput): Promise<AuditPage> {
  const parsed = parseInput(auditFilterSchema, filter);
  return queryAudit(api, auditPageSchema, (rest) =>
    rest.rpc('query_audit_logs', { filter: parsed }),
  );
}
