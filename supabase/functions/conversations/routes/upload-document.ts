import { FILE_TYPES } from '@homie/contracts';
import { claimedKind, documentFileRequestSchema } from '@homie/contracts/requests';
import type { SavedDocument } from '@homie/contracts/admin';
import { cleanFileName } from '../../_shared/domain/file-name.ts';
import { storableText } from '../../_shared/domain/storable-stream.ts';
import { fileChecksum } from '../../_shared/files/file-checksum.ts';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import { retry } from '../../_shared/turns/retry.ts';
import type { CallContext } from '../context.ts';
import { receivedBytes } from '../received-bytes.ts';
import { requireSpace } from '../require-space.ts';
import { requireEditor } from '../require-editor.ts';
import { savedDocument } from '../saved-document.ts';

const TITLE_LENGTH = 160;

/**
 * POST /documents/upload: stores a file as a document or a new version of one. It is scanned and read in the background.
 * For administrators and users with the right to edit, which is verified again when the file is stored.
 */
export async function uploadDocument(
  context: CallContext,
  { body }: RoutedCall,
): Promise<SavedDocument> {
  const { caller, data, documents, files, file, timing, onError } = context;
  await requireEditor(data);
  const { filename, size, mime, ...target } = parseInput(documentFileRequestSchema, body);
  const bytes = receivedBytes(file, size);
  await requireSpace(context, size);
  const name = cleanFileName(filename);
  const kind = claimedKind(filename);
  const key = crypto.randomUUID();
  const content = {
    name,
    size,
    mime: kind === undefined ? mime : FILE_TYPES[kind][0],
    sha256: await fileChecksum(bytes),
    supabasePath: `documents/${key}`,
  };
  await files.put(content.supabasePath, bytes, content.mime);
  try {
    const title = storableText(
      (name.replace(/\.[^.]+$/, '').trim() || name).slice(0, TITLE_LENGTH),
    );
    const add = () => documents.add({ userId: caller.id, target, title }, content);
    return savedDocument(context, await retry(add, timing.retryStartForMs));
  } catch (error) {
    // If it cannot be removed now, the sweep removes it.
    await files.remove('documents', [key]).catch(onError);
    throw error;
  }
}
