import { AppError, readAgainRequestSchema } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import { readData } from '../../_shared/http/data-access.ts';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import type { CallContext } from '../context.ts';
import { requireAdmin } from '../require-admin.ts';

/**
 * POST /documents/read: reads the latest version of a document again, or of all documents, e.g. after a failure. Earlier
 * content is searched until then. Admins only.
 */
export async function readAgain(
  { data, readDocuments, waitUntil }: CallContext,
  { body }: RoutedCall,
): Promise<{ queued: number }> {
  await requireAdmin(data);
  const { documentId } = parseInput(readAgainRequestSchema, body ?? {});
  const queued = await readData(
    data.rpc('read_documents_again', { document_id: documentId ?? null }),
    z.int(),
  );
  if (documentId !== undefined && queued === 0)
    throw new AppError('conflict', 'This document is being read already.');
  waitUntil(readDocuments());
  return { queued };
}
