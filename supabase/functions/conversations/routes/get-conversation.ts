import type { ConversationRow } from '@homie/contracts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import type { CallContext } from '../context.ts';
import { readConversation } from '../conversation-row.ts';

/** GET /conversations/{id}: as lists show it, also when it is in none that the caller has read. */
export function getConversation(
  { data }: CallContext,
  { parameters }: RoutedCall,
): Promise<ConversationRow> {
  return readConversation(data, parameters['id']);
}
