import type { AuditHold, AuditHoldInput, AuditRetention } from '@homie/contracts';
import {
  auditHoldInputSchema,
  auditHoldSchema,
  auditRetentionSchema,
} from '@homie/contracts/admin';
import * as z from 'zod/mini';
import type { Api } from '../../../http/api';
import { parseInput } from '../../parse-input';
import { callRpc } from './call-rpc';
import { callAuditFunction } from './call-audit-function';

/** Lists all holds, active ones first, each with the users who set and lifted it. */
export function listAuditHolds(api: Api): Promise<AuditHold[]> {
  return callRpc(api, z.array(auditHoldSchema), { name: 'list_audit_holds', parameters: {} });
}

/**
 * Sets a hold that excludes entries from every purge, for a reason. Recorded as `audit_hold_set`, without the reason.
 */
export function setAuditHold(api: Api, hold: AuditHoldInput): Promise<AuditHold> {
  const { kind, subjectId, reason } = parseInput(auditHoldInputSchema, hold);
  const parameters = { kind, subject_id: subjectId ?? null, reason };
  return callRpc(api, auditHoldSchema, { name: 'set_audit_hold', parameters });
}

/** Lifts a hold. @throws ApiError PT404 when there is none or it was lifted already */
export function liftAuditHold(api: Api, holdId: string): Promise<AuditHold> {
  return callRpc(api, auditHoldSchema, {
    name: 'lift_audit_hold',
    parameters: { hold_id: holdId },
  });
}

/** Returns how long entries are retained if no hold retains them longer. */
export function readAuditRetention(api: Api): Promise<AuditRetention> {
  return callAuditFunction(api, auditRetentionSchema, { endpoint: '/retention', method: 'GET' });
}
