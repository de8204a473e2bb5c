import { conversationRowSchema, idSchema, type ConversationRow } from '@homie/contracts';
import { AppError } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import { readData, type DataClient } from '../_shared/http/data-access.ts';

/**
 * Reads one conversation as the caller, as a row of the list.
 * @throws AppError conversation_not_found, both if it does not exist and if it belongs to another user
 */
export async function readConversation(
  data: DataClient,
  id: string | undefined,
): Promise<ConversationRow> {
  const row = await readData(
    data.from('conversation_rows').select('*').eq('id', conversationId(id)).maybeSingle(),
    z.nullable(conversationRowSchema),
  );
  if (!row) throw new AppError('conversation_not_found');
  return row;
}

/** Parses the conversation id in a path. @throws AppError conversation_not_found if it is invalid */
export function conversationId(id: string | undefined): string {
  const parsed = idSchema().safeParse(id);
  if (!parsed.success) throw new AppError('conversation_not_found');
  return parsed.data;
}
