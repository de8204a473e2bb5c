import type {
  AuditExport,
  AuditExportFormat,
  AuditExportPlace,
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

/** A part of an export; `next` is where to go on, undefined at the end. */
export interface AuditExportPage {
  rows: AuditExportRow[];
  next: AuditExportPlace | undefined;
}

/**
 * Begins an export of what fits the filter and is there now, in the filter's order. It is recorded as `audit_exported`.
 * @returns its id, and the last link that can be in it
 * @throws ApiError 'rate_limited' with a sentence after too many in an hour, 'admin_required'
 */
export function beginAuditExport(
  api: Api,
  filter: AuditFilterInput,
  format: AuditExportFormat,
): Promise<AuditExport> {
  const body = { filter: parseInput(auditFilterSchema, filter), format };
  return callAuditFunction(api, auditExportSchema, { endpoint: '/exports', method: 'POST', body });
}

/**
 * Reads 1000 rows of an export, each once, whatever is recorded meanwhile. More than `AUDIT_EXPORT_MAX` can be read:
 * where to stop, and that there was more, is the reader's to see.
 * @throws ApiError 404 a day after its beginning
 */
export async function readAuditExport(
  api: Api,
  exportId: string,
  { cursor, signal }: { cursor?: AuditExportPlace | undefined; signal?: AbortSignal } = {},
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

/** Ends an export. The server sums up by itself what it has to hold. @returns the signed manifest and a checkpoint */
export function finishAuditExport(
  api: Api,
  exportId: string,
  signal?: AbortSignal,
): Promise<FinishedExport> {
  const endpoint = `/exports/${exportId}/manifest`;
  return callAuditFunction(api, finishedExportSchema, { endpoint, method: 'POST', signal });
}
