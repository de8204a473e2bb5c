import { AppError, stopTurnRequestSchema } from '@homie/contracts/requests';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import type { CallContext } from '../context.ts';
import { conversationId } from '../conversation-row.ts';

/** POST /conversations/{id}/stop: stops a running reply. A finished reply is not changed. */
export async function stopTurn(
  { caller, store, signals }: CallContext,
  { parameters, body }: RoutedCall,
): Promise<null> {
  const id = conversationId(parameters['id']);
  const { turnId } = parseInput(stopTurnRequestSchema, body);
  const outcome = await store.requestStop({ userId: caller.id, conversationId: id, turnId });
  if (outcome === 'not_found') throw new AppError('conversation_not_found');
  signals.stop(turnId);
  return null;
}
