import type { SavedDocument } from '@homie/contracts/admin';
import { AppError } from '@homie/contracts/requests';
import type { DocumentStore } from '../_shared/documents/document-store.ts';
import type { CallContext } from './context.ts';

/** Returns a stored version and starts to read it. @throws AppError edit_access_denied, rate_limited, conflict or not_found */
export function savedDocument(
  { readDocuments, waitUntil }: Pick<CallContext, 'readDocuments' | 'waitUntil'>,
  saved: Awaited<ReturnType<DocumentStore['add']>>,
): SavedDocument {
  switch (saved.outcome) {
    case 'access_denied':
      throw new AppError('edit_access_denied');
    case 'rate_limited':
      throw new AppError('rate_limited');
    case 'duplicate':
      throw new AppError(
        'conflict',
        `The document ‘${saved.title}’ has this file already. To change it, choose Replace file in its menu.`,
      );
    case 'not_found':
      throw new AppError('not_found', 'This document, assistant or participant no longer exists.');
    case 'saved':
      waitUntil(readDocuments());
      return { documentId: saved.document_id, versionId: saved.version_id };
  }
}
