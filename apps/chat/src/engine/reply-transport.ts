import { requestReply, resumeTurn, sendMessage, stopTurn, type Api } from '@homie/api-client';
import type { SequencedStreamEvent } from '@homie/contracts';
import type { StreamSource } from './state';

/** Requests replies from the server, and stops them. */
export interface ReplyTransport {
  /**
   * Streams a reply from its first event.
   * @param onRetry called when the server cannot be reached and the stream reconnects
   */
  open: (
    conversationId: string,
    source: StreamSource,
    signal: AbortSignal,
    onRetry: () => void,
  ) => AsyncIterable<SequencedStreamEvent>;
  stop: (conversationId: string, turnId: string) => Promise<void>;
}

/** The transport to the real backend. */
export function createReplyTransport(api: Api): ReplyTransport {
  return {
    open(conversationId, source, signal, onRetry) {
      // From the first event, because the cached text of a running reply may lag behind.
      if (source.type === 'turn')
        return resumeTurn(
          api,
          conversationId,
          { turnId: source.turnId, afterSeq: 0 },
          signal,
          onRetry,
        );
      const { content, files, replaces, answers, key: idempotencyKey } = source.send;
      if (answers !== undefined) {
        const { messageId, continues } = answers;
        const request = { messageId, ...(continues !== null && { continues }), idempotencyKey };
        return requestReply(api, conversationId, request, signal, onRetry);
      }
      const request = {
        ...(content !== '' && { content }),
        ...(files.length > 0 && { attachments: files }),
        ...(replaces !== null && { replaces }),
        idempotencyKey,
      };
      return sendMessage(api, conversationId, request, signal, onRetry);
    },
    stop: (conversationId, turnId) => stopTurn(api, conversationId, turnId),
  };
}
