import type { RequestReplyRequest, SequencedStreamEvent } from '@homie/contracts';
import type { Api } from '../../http/api';
import { startReply } from './start-reply';

/**
 * Has a message of the person answered, once more or at last, and follows the reply to its end, as a send does: the
 * same `idempotencyKey` never gives a second reply.
 * @param onRetry as in `followStream`
 * @throws ApiError with the server's message when it refuses, 'Network error' when the connection stays lost
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
