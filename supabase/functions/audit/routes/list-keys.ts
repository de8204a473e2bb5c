import { AppError, type AuditKey } from '@homie/contracts';
import * as z from 'zod/mini';
import { readData } from '../../_shared/http/data-access.ts';
import type { AuditContext } from '../context.ts';
import { shownKeys } from '../keys.ts';

/** The public keys, for administrators. */
export async function listKeys({
  server,
  keys,
  userId,
}: AuditContext): Promise<{ keys: AuditKey[] }> {
  const isAdmin = await readData(server.rpc('is_administrator', { user_id: userId }), z.boolean());
  if (!isAdmin) throw new AppError('admin_required');
  return { keys: shownKeys(await keys()) };
}
