import { AppError, chooseBranchRequestSchema } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import { readData } from '../../_shared/http/data-access.ts';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import type { CallContext } from '../context.ts';
import { conversationId } from '../conversation-row.ts';

const outcomeSchema = z.object({
  outcome: z.enum(['chosen', 'conversation_not_found', 'message_not_found']),
});

/** PUT /conversations/{id}/branch: selects the newest path through a message. */
export async function chooseBranch(
  { caller, service }: CallContext,
  { parameters, body }: RoutedCall,
): Promise<null> {
  const id = conversationId(parameters['id']);
  const { messageId } = parseInput(chooseBranchRequestSchema, body);
  const { outcome } = await readData(
    service.rpc('choose_branch', {
      user_id: caller.id,
      conversation_id: id,
      message_id: messageId,
    }),
    outcomeSchema,
  );
  if (outcome !== 'chosen') throw new AppError(outcome);
  return null;
}
