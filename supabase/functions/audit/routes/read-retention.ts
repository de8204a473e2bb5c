import type { AuditRetention } from '@homie/contracts';
import type { AuditContext } from '../context.ts';
import { requireAdministrator } from '../require-administrator.ts';

/** How long entries are kept, for administrators. */
export async function readRetention(context: AuditContext): Promise<AuditRetention> {
  await requireAdministrator(context);
  return { days: context.settings.retentionDays ?? null };
}
