import type { ConversationRow } from '@homie/contracts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import type { CallContext } from '../context.ts';
import { readConversation } from '../conversation-row.ts';

/** GET /conversations/{id}: one row of the list, also if it is on a page that the caller has not loaded. */
export function getConversation(
  { data }: CallContext,
  { parameters }: RoutedCall,
): Promise<ConversationRow> {
  return readConversation(data, parameters['id']);
}
