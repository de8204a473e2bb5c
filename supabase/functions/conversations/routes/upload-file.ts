import { FILE_TYPES, type Attachment } from '@homie/contracts';
import { claimedKind, uploadRequestSchema } from '@homie/contracts/requests';
import { cleanFileName } from '../../_shared/domain/file-name.ts';
import { fileChecksum } from '../../_shared/files/file-checksum.ts';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import { retry } from '../../_shared/turns/retry.ts';
import { checkUpload, requireOk } from '../check-upload.ts';
import type { CallContext } from '../context.ts';
import { conversationId } from '../conversation-row.ts';
import { receivedBytes } from '../received-bytes.ts';
import { requireSpace } from '../require-space.ts';

/**
 * POST /conversations/{id}/upload: stores one file. It can be sent with a message once it passes the security scan. The
 * object is written before its row: a failure in between leaves an object that no user can access, never a row without
 * bytes.
 */
export async function uploadFile(
  context: CallContext,
  { parameters, body }: RoutedCall,
): Promise<{ attachment: Attachment }> {
  const { caller, attachments, files, file, timing, onError } = context;
  const upload = { userId: caller.id, conversationId: conversationId(parameters['id']) };
  const { filename, size, mime } = parseInput(uploadRequestSchema, body);
  const bytes = receivedBytes(file, size);
  await checkUpload(attachments, upload);
  await requireSpace(context, size);

  const kind = claimedKind(filename);
  const attachment: Attachment = {
    name: cleanFileName(filename),
    size,
    // The MIME type that the storage accepts: browsers and operating systems use different names.
    mime: kind === undefined ? mime : FILE_TYPES[kind][0],
    sha256: await fileChecksum(bytes),
    supabasePath: `attachments/${upload.conversationId}/${crypto.randomUUID()}`,
    openaiFileId: null,
  };
  await files.put(attachment.supabasePath, bytes, attachment.mime);
  try {
    requireOk(await retry(() => attachments.add(upload, attachment), timing.retryStartForMs));
  } catch (error) {
    const [bucket = '', ...key] = attachment.supabasePath.split('/');
    // If it cannot be removed now, the sweep removes it.
    await files.remove(bucket, [key.join('/')]).catch(onError);
    throw error;
  }
  return { attachment };
}
