import { isScanPassed } from '@homie/contracts';
import { AppError, uploadedFileRequestSchema } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import type { StoredFile } from '../_shared/files/stored-file.ts';
import { readData, type DataClient } from '../_shared/http/data-access.ts';
import { parseInput } from '../_shared/http/parse-input.ts';
import { conversationId } from './conversation-row.ts';
import { FILE_GONE } from './link-stored-file.ts';

const NOT_PASSED = 'This file has not passed the security scan and cannot be opened.';

const rowSchema = z.nullable(
  z.object({
    id: z.string(),
    name: z.string(),
    size: z.int(),
    sha256: z.string(),
    supabase_path: z.string(),
    scan_status: z.string(),
  }),
);

/**
 * Returns the file of a conversation that a request names, as the caller may read it, and records that they opened it.
 * @throws AppError if there is none, or it has not passed the security scan
 */
export async function readFileRow(
  data: DataClient,
  conversation: string | undefined,
  body: unknown,
): Promise<StoredFile> {
  const id = conversationId(conversation);
  const { supabasePath } = parseInput(uploadedFileRequestSchema, body);
  const row = await readData(
    data
      .from('attachments')
      .select('id,name,size,sha256,supabase_path,scan_status')
      .eq('conversation_id', id)
      .eq('supabase_path', supabasePath)
      .maybeSingle(),
    rowSchema,
  );
  if (!row) throw new AppError('not_found', FILE_GONE);
  if (!isScanPassed(row.scan_status)) throw new AppError('attachment_unavailable', NOT_PASSED);
  await readData(data.rpc('record_file_open', { attachment_id: row.id }), z.unknown());
  return { name: row.name, size: row.size, sha256: row.sha256, supabasePath };
}
