import { AppError } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import { readData, type DataClient } from '../_shared/http/data-access.ts';

/** Verifies that the caller may edit some documents now. @throws AppError edit_access_denied */
export async function requireEditor(data: DataClient): Promise<void> {
  if (!(await readData(data.rpc('can_edit_documents'), z.boolean())))
    throw new AppError('edit_access_denied');
}
