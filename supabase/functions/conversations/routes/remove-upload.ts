import { AppError, uploadedFileRequestSchema } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import { removeObjects } from '../../_shared/files/remove-objects.ts';
import { readData } from '../../_shared/http/data-access.ts';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import type { CallContext } from '../context.ts';
import { conversationId } from '../conversation-row.ts';

const GONE = 'This file no longer exists.';
const SENT = 'This file was sent with a message and stays with it.';

/** DELETE /conversations/{id}/upload: deletes an unsent file. */
export async function removeUpload(
  { caller, data, attachments, files, waitUntil, onError }: CallContext,
  { parameters, body }: RoutedCall,
): Promise<null> {
  const upload = { userId: caller.id, conversationId: conversationId(parameters['id']) };
  const { supabasePath } = parseInput(uploadedFileRequestSchema, body);
  const row = await readData(
    data
      .from('attachments')
      .select('id')
      .eq('conversation_id', upload.conversationId)
      .eq('supabase_path', supabasePath)
      .eq('user_id', caller.id)
      .maybeSingle(),
    z.nullable(z.object({ id: z.string() })),
  );
  if (!row) throw new AppError('not_found', GONE);
  switch (await attachments.remove(upload, supabasePath)) {
    case 'not_found':
      throw new AppError('not_found', GONE);
    case 'sent':
      throw new AppError('conflict', SENT);
    case 'removed':
      waitUntil(removeObjects(attachments, files).catch(onError));
      return null;
  }
}
