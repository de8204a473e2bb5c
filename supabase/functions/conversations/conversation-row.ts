import {
  AppError,
  assistantKindSchema,
  conversationSchema,
  idSchema,
  type Conversation,
} from '@homie/contracts';
import * as z from 'zod/mini';
import { readData, type DataClient } from '../_shared/http/data-access.ts';

/** What to select of a conversation. */
export const CONVERSATION_COLUMNS =
  'id,title,assistant_id,updated_at,assistants(kind,label,participants(display_name))';

/** A conversation as the REST interface answers it, with the participant nested. */
export const conversationRowSchema = z.extend(conversationSchema, {
  assistants: z.object({
    kind: assistantKindSchema,
    label: z.string(),
    participants: z.nullable(z.object({ display_name: z.string() })),
  }),
});

/** A conversation as the contract has it. */
export function toConversation({
  assistants: { kind, label, participants },
  ...conversation
}: z.infer<typeof conversationRowSchema>): Conversation {
  return {
    ...conversation,
    assistants: { kind, label, participant_name: participants?.display_name ?? null },
  };
}

/**
 * Reads one conversation as the caller.
 * @throws AppError conversation_not_found: unknown and somebody else's look the same
 */
export async function readConversation(
  data: DataClient,
  id: string | undefined,
): Promise<Conversation> {
  const row = await readData(
    data
      .from('conversations')
      .select(CONVERSATION_COLUMNS)
      .eq('id', conversationId(id))
      .maybeSingle(),
    z.nullable(conversationRowSchema),
  );
  if (!row) throw new AppError('conversation_not_found');
  return toConversation(row);
}

/** The conversation's id of a path; one that cannot be an id names no conversation. */
export function conversationId(id: string | undefined): string {
  const parsed = idSchema().safeParse(id);
  if (!parsed.success) throw new AppError('conversation_not_found');
  return parsed.data;
}
