import { AppError } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import { readData } from '../_shared/http/data-access.ts';
import type { AuditContext } from './context.ts';

/** Verifies that the caller is an administrator now. @throws AppError 'admin_required' */
export async function requireAdministrator({ server, userId }: AuditContext): Promise<void> {
  const isAdmin = await readData(server.rpc('is_administrator', { user_id: userId }), z.boolean());
  if (!isAdmin) throw new AppError('admin_required');
}
