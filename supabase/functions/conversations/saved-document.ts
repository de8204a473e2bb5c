import type { SavedDocument } from '@homie/contracts/admin';
import { AppError } from '@homie/contracts/requests';
import type { DocumentStore } from '../_shared/documents/document-store.ts';
import type { CallContext } from './context.ts';

/** Returns a stored version and starts to read it. @throws AppError edit_access_denied or not_found */
export function savedDocument(
  { readDocuments, waitUntil }: Pick<CallContext, 'readDocuments' | 'waitUntil'>,
  saved: Awaited<ReturnType<DocumentStore['add']>>,
): SavedDocument {
  if (saved.outcome !== 'saved')
    throw saved.outcome === 'access_denied'
      ? new AppError('edit_access_denied')
      : new AppError('not_found', 'This document, assistant or participant no longer exists.');
  waitUntil(readDocuments());
  return { documentId: saved.document_id, versionId: saved.version_id };
}
