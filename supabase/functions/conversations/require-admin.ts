import { AppError } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import { readData, type DataClient } from '../_shared/http/data-access.ts';

/** Returns whether the caller is an administrator now. */
export const isAdmin = (data: DataClient): Promise<boolean> =>
  readData(data.rpc('is_admin'), z.boolean());

/** Verifies that the caller is an administrator now. @throws AppError admin_required */
export async function requireAdmin(data: DataClient): Promise<void> {
  if (!(await isAdmin(data))) throw new AppError('admin_required');
}
