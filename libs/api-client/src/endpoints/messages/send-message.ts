import type { SendMessageRequest, SequencedStreamEvent } from '@homie/contracts';
import type { Api } from '../../http/api';
import { startReply } from './start-reply';

/**
 * Sends a message and follows the reply to its end, through dropped connections.
 * The same `idempotencyKey` never gives a second message or reply, so asking again is always safe.
 * @param onRetry as in `followStream`
 * @throws ApiError with the server's message when it refuses, 'Network error' when the connection stays lost
 */
export function sendMessage(
  api: Api,
  conversationId: string,
  request: SendMessageRequest,
  signal: AbortSignal,
  onRetry?: () => void,
): AsyncGenerator<SequencedStreamEvent> {
  return startReply(api, conversationId, 'stream', request, signal, onRetry);
}
