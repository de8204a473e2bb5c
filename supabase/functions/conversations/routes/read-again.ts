import { AppError, readAgainRequestSchema } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import { readData, type BrokenRule } from '../../_shared/http/data-access.ts';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import type { CallContext } from '../context.ts';
import { PRIVILEGE } from '../explain-broken-rule.ts';

/**
 * POST /documents/read: reads the latest version of a document again, e.g. after a failure, for users who may edit it; or of
 * all documents, for administrators. Earlier content is searched until then.
 */
export async function readAgain(
  { data, readDocuments, waitUntil }: CallContext,
  { body }: RoutedCall,
): Promise<{ queued: number }> {
  const { documentId } = parseInput(readAgainRequestSchema, body ?? {});
  const queued = await readData(
    data.rpc('read_documents_again', { document_id: documentId ?? null }),
    z.int(),
    explainRefusal,
  );
  if (documentId !== undefined && queued === 0)
    throw new AppError('conflict', 'This document is being read already.');
  waitUntil(readDocuments());
  return { queued };
}

function explainRefusal({ code }: BrokenRule): AppError | undefined {
  return code === PRIVILEGE ? new AppError('edit_access_denied') : undefined;
}
