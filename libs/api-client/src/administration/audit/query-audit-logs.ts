import type { AuditFilterInput, AuditPage } from '@homie/contracts';
import { auditFilterSchema, auditPageSchema } from '@homie/contracts/admin';
import type { Api } from '../../http/api';
import { parseInput } from '../parse-input';
import { queryAudit } from './query-audit';

/**
 * One page of the audit log with the exact number of all rows that fit; `from` is included, `to` is not.
 * What a row speaks of is its own copy, so it reads the same after the person or the assistant is gone.
 * @throws ApiError with the failed rules as 'path: message', else as {@link queryAudit}
 */
export async function queryAuditLogs(api: Api, filter: AuditFilterInput): Promise<AuditPage> {
  const asked = parseInput(auditFilterSchema, filter);
  return queryAudit(api, auditPageSchema, (rest) =>
    rest.rpc('query_audit_logs', { filter: asked }),
  );
}
