import type { SavedDocument } from '@homie/contracts/admin';
import { documentNoteRequestSchema } from '@homie/contracts/requests';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import type { CallContext } from '../context.ts';
import { savedDocument } from '../saved-document.ts';

/**
 * POST /documents/note: stores a text as a document or a new version of one. For administrators and users with the right
 * to edit.
 */
export async function saveNote(context: CallContext, { body }: RoutedCall): Promise<SavedDocument> {
  const { title, note, ...target } = parseInput(documentNoteRequestSchema, body);
  const { caller, documents } = context;
  return savedDocument(
    context,
    await documents.add({ userId: caller.id, target, title }, { note }),
  );
}
