import { AppError } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import { readData } from '../_shared/http/data-access.ts';
import type { CallContext } from './context.ts';
import { isAdmin } from './require-admin.ts';

const GB = 1e9;

/**
 * Verifies that another file fits into the space of the organisation. Files that are uploaded at the same time may exceed
 * it by their own sizes.
 * @param size in bytes
 * @throws AppError storage_full
 */
export async function requireSpace(
  { data, service, filesMaxGb }: Pick<CallContext, 'data' | 'service' | 'filesMaxGb'>,
  size: number,
): Promise<void> {
  const stored = await readData(service.rpc('stored_bytes'), z.number());
  if (stored + size <= filesMaxGb * GB) return;
  throw new AppError(
    'storage_full',
    `The files of your organisation use all of their ${filesMaxGb} GB. ${
      (await isAdmin(data))
        ? 'Delete some, or raise FILES_MAX_GB on the server.'
        : 'Ask an administrator to delete some, or to raise the limit.'
    }`,
  );
}
