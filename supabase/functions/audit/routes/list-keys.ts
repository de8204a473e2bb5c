import type { AuditKey } from '@homie/contracts';
import type { AuditContext } from '../context.ts';
import { shownKeys } from '../keys.ts';
import { requireAdministrator } from '../require-administrator.ts';

/** GET /keys: the public keys. Administrators only. */
export async function listKeys(context: AuditContext): Promise<{ keys: AuditKey[] }> {
  await requireAdministrator(context);
  return { keys: shownKeys(await context.keys()) };
}
