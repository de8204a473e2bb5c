import type { SequencedStreamEvent } from '@homie/contracts';
import type { Api } from '../../http/api';
import { sendFunctionCall, withQuery } from '../../http/call-function';
import { followStream } from '../../http/follow-stream';

/** Where the stream of a turn that already runs is read. */
export function resumeEndpoint(conversationId: string, turnId: string): string {
  return withQuery(`/conversations/${encodeURIComponent(conversationId)}/stream`, { turnId });
}

/**
 * Follows a reply that somebody else started: before a reload, in another tab, on another device.
 * @param afterSeq the last event already known; 0 for all
 * @param onRetry as in `followStream`
 * @throws ApiError with the server's message when it refuses, 'Network error' when the connection stays lost
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
