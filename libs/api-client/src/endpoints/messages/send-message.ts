import type { SendMessageRequest, SequencedStreamEvent } from '@homie/contracts';
import type { Api } from '../../http/api';
import { sendFunctionCall } from '../../http/call-function';
import { followStream } from '../../http/follow-stream';
import { resumeEndpoint } from './resume-turn';

/**
 * Sends a message and follows the reply to its end, through dropped connections.
 * The same `idempotencyKey` never gives a second message or reply, so asking again is always safe.
 * @throws ApiError with the server's message when it refuses, 'Network error' when the connection stays lost
 */
export function sendMessage(
  api: Api,
  conversationId: string,
  request: SendMessageRequest,
  signal: AbortSignal,
): AsyncGenerator<SequencedStreamEvent> {
  const endpoint = `/conversations/${encodeURIComponent(conversationId)}/stream`;
  return followStream({
    signal,
    open: ({ turnId, headers, signal }) =>
      sendFunctionCall(
        api,
        turnId === undefined
          ? { endpoint, method: 'POST', body: request, headers, signal }
          : { endpoint: resumeEndpoint(conversationId, turnId), method: 'GET', headers, signal },
      ),
  });
}
