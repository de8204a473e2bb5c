import { AppError } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import { removeObjects } from '../../_shared/files/remove-objects.ts';
import { readData } from '../../_shared/http/data-access.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import { assistantId } from '../assistant-id.ts';
import type { CallContext } from '../context.ts';
import { explainAssistant } from '../explain-broken-rule.ts';
import { requireAdmin } from '../require-admin.ts';

/** DELETE /assistants/{id}: deletes the assistant, its conversations with their files, and its grants. Admins only. */
export async function deleteAssistant(
  { data, attachments, files, waitUntil, onError }: CallContext,
  { parameters }: RoutedCall,
): Promise<null> {
  await requireAdmin(data);
  const deleted = await readData(
    data.from('assistants').delete().eq('id', assistantId(parameters['id'])).select('id'),
    z.array(z.unknown()),
    explainAssistant,
  );
  if (deleted.length === 0) throw new AppError('not_found', 'Assistant not found');
  waitUntil(removeObjects(attachments, files).catch(onError));
  return null;
}
