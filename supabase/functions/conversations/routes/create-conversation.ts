import type { ConversationRow } from '@homie/contracts';
import { AppError, createConversationRequestSchema } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import { readData } from '../../_shared/http/data-access.ts';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import type { CallContext } from '../context.ts';
import { readConversation } from '../conversation-row.ts';

const idRowSchema = z.object({ id: z.string() });

/** POST /conversations */
export async function createConversation(
  { caller, data, service }: CallContext,
  { body }: RoutedCall,
): Promise<ConversationRow> {
  const { assistantId, title, handoverId } = parseInput(createConversationRequestSchema, body);

  // An assistant that the caller may not use is invisible to the caller, just as one that does not exist.
  const assistant = await readData(
    data.from('assistants').select('id').eq('id', assistantId).maybeSingle(),
    z.nullable(idRowSchema),
  );
  if (!assistant) {
    await readData(
      service.rpc('record_audit', {
        action: 'denied',
        user_id: caller.id,
        assistant_id: assistantId,
        meta: { attempted: 'conversation_created' },
      }),
      z.unknown(),
    );
    throw new AppError('assistant_access_denied');
  }

  // Reuses an empty conversation, so that the list stays short.
  const empty =
    title === undefined && handoverId === undefined
      ? await readData(
          data.rpc('find_empty_conversation', { with_assistant: assistantId }),
          z.nullable(z.string()),
        )
      : null;
  if (empty !== null) return readConversation(data, empty);

  const created = await readData(
    data
      .from('conversations')
      .insert({
        assistant_id: assistantId,
        ...(title !== undefined && { title }),
        // The database refuses a handover to someone else.
        ...(handoverId !== undefined && { handover_id: handoverId }),
      })
      .select('id')
      .single(),
    idRowSchema,
  );
  return readConversation(data, created.id);
}
