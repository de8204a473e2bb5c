import { conversationRowSchema, idSchema, type ConversationRow } from '@homie/contracts';
import { AppError } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import { readData, type DataClient } from '../_shared/http/data-access.ts';

/**
 * Reads one conversation as the caller, in the form that lists show.
 * @throws AppError conversation_not_found: unknown and somebody else's look the same
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

/** The conversation's id of a path; one that cannot be an id names no conversation. */
export function conversationId(id: string | undefined): string {
  const parsed = idSchema().safeParse(id);
  if (!parsed.success) throw new AppError('conversation_not_found');
  return parsed.data;
}
