import type { AuditRetention } from '@homie/contracts';
import * as z from 'zod/mini';
import type { AuditContext } from '../context.ts';
import { readData } from '../../_shared/http/data-access.ts';
import { requireAdministrator } from '../require-administrator.ts';

/** GET /retention: the retention of entries, in days. Administrators only. */
export async function readRetention(context: AuditContext): Promise<AuditRetention> {
  await requireAdministrator(context);
  return {
    days: await readData(context.server.rpc('read_audit_retention'), z.nullable(z.int())),
  };
}
