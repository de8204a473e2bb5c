import type {
  RequestReplyRequest,
  SendMessageRequest,
  SequencedStreamEvent,
} from '@homie/contracts';
import type { Api } from '../../http/api';
import { sendFunctionCall, withQuery } from '../../http/call-function';
import { followStream } from '../../http/follow-stream';

function conversationPath(conversationId: string): string {
  return `/conversations/${encodeURIComponent(conversationId)}`;
}

/** Returns the endpoint of the stream of a running turn. */
function resumeEndpoint(conversationId: string, turnId: string): string {
  return withQuery(`${conversationPath(conversationId)}/stream`, { turnId });
}

/**
 * Makes a call that starts a reply and follows the reply to its end. Until the turn id is known, a lost call is
 * repeated, which its idempotency key makes safe; from then on, the stream of the turn is resumed.
 * @param name the last segment of the endpoint
 */
function startReply(
  api: Api,
  conversationId: string,
  name: 'stream' | 'reply',
  body: object,
  signal: AbortSignal,
  onRetry?: () => void,
): AsyncGenerator<SequencedStreamEvent> {
  const endpoint = `${conversationPath(conversationId)}/${name}`;
  return followStream({
    signal,
    onRetry,
    open: ({ turnId, headers, signal }) =>
      sendFunctionCall(
        api,
        turnId === undefined
          ? { endpoint, method: 'POST', body, headers, signal }
          : { endpoint: resumeEndpoint(conversationId, turnId), method: 'GET', headers, signal },
      ),
  });
}

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

/**
 * Follows a reply that was started elsewhere: before a reload, in another tab, on another device.
 * @param afterSeq the sequence number of the last known event; 0 for all
 * @param onRetry as in `followStream`
 * @throws ApiError with the server's message if it refuses, 'Network error' if the connection stays lost
 */
export function resumeTurn(
  api: Api,
  conversationId: string,
  { turnId, afterSeq }: { turnId: string; afterSeq: number },
  signal: AbortSignal,
  onRetry?: () => void,
): AsyncGenerator<SequencedStreamEvent> {
  const endpoint = resumeEndpoint(conversationId, turnId);
  return followStream({
    signal,
    onRetry,
    afterSeq,
    open: ({ headers, signal }) =>
      sendFunctionCall(api, { endpoint, method: 'GET', headers, signal }),
  });
}
