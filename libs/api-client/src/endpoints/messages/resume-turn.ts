import type { SequencedStreamEvent } from '@homie/contracts';
import type { Api } from '../../http/api';
import { sendFunctionCall, withQuery } from '../../http/call-function';
import { followStream } from '../../http/follow-stream';

/** Returns the endpoint of the stream of a running turn. */
export function resumeEndpoint(conversationId: string, turnId: string): string {
  return withQuery(`/conversations/${encodeURIComponent(conversationId)}/stream`, { turnId });
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
