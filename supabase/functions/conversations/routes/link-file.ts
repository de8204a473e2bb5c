import { isScanPassed } from '@homie/contracts';
import { AppError, uploadedFileRequestSchema } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import { readData } from '../../_shared/http/data-access.ts';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import type { CallContext } from '../context.ts';
import { conversationId } from '../conversation-row.ts';
import { FILE_GONE, linkStoredFile } from '../link-stored-file.ts';

const NOT_PASSED = 'This file has not passed the security scan and cannot be opened.';

const rowSchema = z.nullable(z.object({ name: z.string(), scan_status: z.string() }));

/** POST /conversations/{id}/file: a short-lived link to download a file. */
export async function linkFile(
  { data, files }: CallContext,
  { parameters, body }: RoutedCall,
): Promise<{ url: string }> {
  const id = conversationId(parameters['id']);
  const { supabasePath } = parseInput(uploadedFileRequestSchema, body);
  const row = await readData(
    data
      .from('attachments')
      .select('name,scan_status')
      .eq('conversation_id', id)
      .eq('supabase_path', supabasePath)
      .maybeSingle(),
    rowSchema,
  );
  if (!row) throw new AppError('not_found', FILE_GONE);
  if (!isScanPassed(row.scan_status)) throw new AppError('attachment_unavailable', NOT_PASSED);
  return linkStoredFile(files, supabasePath, row.name);
}
