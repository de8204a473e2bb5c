import type { SendMessageRequest, SequencedStreamEvent } from '@homie/contracts';
import type { Api } from '../../http/api';
import { startReply } from './start-reply';

/**
 * Sends a message and follows the reply to its end, through dropped connections.
 * The same `idempotencyKey` never creates a second message or reply, so a retry is always safe.
 * @param onRetry as in `followStream`
 * @throws ApiError with the server's message if it refuses, 'Network error' if the connection stays lost
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
