import type { RequestReplyRequest, SequencedStreamEvent } from '@homie/contracts';
import type { Api } from '../../http/api';
import { startReply } from './start-reply';

/**
 * Requests a reply to a message of the user, again or for the first time, and follows the reply to its end, like a
 * send: the same `idempotencyKey` never creates a second reply.
 * @param onRetry as in `followStream`
 * @throws ApiError with the server's message if it refuses, 'Network error' if the connection stays lost
 */
export function requestReply(
  api: Api,
  conversationId: string,
  request: RequestReplyRequest,
  signal: AbortSignal,
  onRetry?: () => void,
): AsyncGenerator<SequencedStreamEvent> {
  return startReply(api, conversationId, 'reply', request, signal, onRetry);
}
