import { AppError } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import { removeObjects } from '../../_shared/files/remove-objects.ts';
import { readData } from '../../_shared/http/data-access.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import type { CallContext } from '../context.ts';
import { conversationId } from '../conversation-row.ts';

/** DELETE /conversations/{id} */
export async function deleteConversation(
  { data, attachments, files, copies, waitUntil, onError }: CallContext,
  { parameters }: RoutedCall,
): Promise<null> {
  const deleted = await readData(
    data.from('conversations').delete().eq('id', conversationId(parameters['id'])).select('id'),
    z.array(z.unknown()),
  );
  if (deleted.length === 0) throw new AppError('conversation_not_found');
  waitUntil(removeObjects(attachments, files).catch(onError));
  if (copies) waitUntil(copies.removeGone().catch(onError));
  return null;
}
