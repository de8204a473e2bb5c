import type {
  AuditExport,
  AuditExportFormat,
  AuditExportCursor,
  AuditExportRow,
  AuditFilterInput,
  FinishedExport,
} from '@homie/contracts';
import {
  auditExportPageSchema,
  auditExportSchema,
  auditFilterSchema,
  finishedExportSchema,
} from '@homie/contracts/admin';
import type { Api } from '../../../http/api';
import { parseInput } from '../../parse-input';
import { callRpc } from './call-rpc';
import { callAuditFunction } from './call-audit-function';

/** A page of an export; `next` is the position of the next page, undefined after the last one. */
export interface AuditExportPage {
  rows: AuditExportRow[];
  next: AuditExportCursor | undefined;
}

/**
 * Starts an export of the entries that match the filter now, in the filter's order. Recorded as `audit_exported`.
 * @returns its id, and the last link that it can contain
 * @throws ApiError 'rate_limited' with an error message after too many in an hour, 'admin_required'
 */
export function startAuditExport(
  api: Api,
  filter: AuditFilterInput,
  format: AuditExportFormat,
): Promise<AuditExport> {
  const body = { filter: parseInput(auditFilterSchema, filter), format };
  return callAuditFunction(api, auditExportSchema, { endpoint: '/exports', method: 'POST', body });
}

/**
 * Reads 1000 rows of an export, each once, whatever is recorded in the meantime. More than `AUDIT_EXPORT_MAX` rows can
 * be read: the caller decides where to stop, and detects that there were more.
 * @throws ApiError 404 a day after the export was started
 */
export async function readAuditExport(
  api: Api,
  exportId: string,
  { cursor, signal }: { cursor?: AuditExportCursor | undefined; signal?: AbortSignal } = {},
): Promise<AuditExportPage> {
  const page = await callRpc(api, auditExportPageSchema, {
    name: 'read_audit_export',
    parameters: {
      export_id: exportId,
      after_moment: cursor?.moment ?? null,
      after_id: cursor?.id ?? null,
    },
    signal,
  });
  return { rows: page.rows, next: page.next ?? undefined };
}

/**
 * Finishes an export. The server computes its expected contents itself.
 * @returns the signed manifest and a checkpoint
 */
export function finishAuditExport(
  api: Api,
  exportId: string,
  signal?: AbortSignal,
): Promise<FinishedExport> {
  const endpoint = `/exports/${exportId}/manifest`;
  return callAuditFunction(api, finishedExportSchema, { endpoint, method: 'POST', signal });
}
