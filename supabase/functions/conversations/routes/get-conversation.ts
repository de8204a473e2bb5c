import type { Conversation } from '@homie/contracts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import type { CallContext } from '../context.ts';
import { readConversation } from '../conversation-row.ts';

/** GET /conversations/{id} */
export function getConversation(
  { data }: CallContext,
  { parameters }: RoutedCall,
): Promise<Conversation> {
  return readConversation(data, parameters['id']);
}
