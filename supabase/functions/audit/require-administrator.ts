import { AppError } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import { readData } from '../_shared/http/data-access.ts';
import type { AuditContext } from './context.ts';

/** @throws AppError 'admin_required' unless the caller is an administrator at this moment */
export async function requireAdministrator({ server, userId }: AuditContext): Promise<void> {
  const isAdmin = await readData(server.rpc('is_administrator', { user_id: userId }), z.boolean());
  if (!isAdmin) throw new AppError('admin_required');
}
