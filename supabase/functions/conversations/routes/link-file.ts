import { isScanPassed } from '@homie/contracts';
import { AppError, uploadedFileRequestSchema } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import { readData } from '../../_shared/http/data-access.ts';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import type { CallContext } from '../context.ts';
import { conversationId } from '../conversation-row.ts';

/** Lifetime of a link. Revoked access takes effect within it, since a signed link is not authorised again. */
const LINK_SECONDS = 5;
const GONE = 'This file no longer exists.';
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
  if (!row) throw new AppError('not_found', GONE);
  if (!isScanPassed(row.scan_status)) throw new AppError('attachment_unavailable', NOT_PASSED);
  // Signed by the server: users may not sign links, which would outlive their access.
  const url = await files.link(supabasePath, row.name, LINK_SECONDS);
  if (url === undefined) throw new AppError('not_found', GONE);
  return { url };
}
