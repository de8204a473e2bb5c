import { requestReply, resumeTurn, sendMessage, stopTurn, type Api } from '@homie/api-client';
import type { SequencedStreamEvent } from '@homie/contracts';
import type { Send } from '../storage/outbox';

/** How a reply is asked for, followed and stopped. */
export interface ReplyStreams {
  /** Sends a message, or has one answered once more. */
  send: (
    send: Send,
    signal: AbortSignal,
    onRetry?: () => void,
  ) => AsyncIterable<SequencedStreamEvent>;
  resume: (
    conversationId: string,
    turnId: string,
    signal: AbortSignal,
    onRetry?: () => void,
  ) => AsyncIterable<SequencedStreamEvent>;
  stop: (conversationId: string, turnId: string) => Promise<void>;
}

/** Replies of the real backend. */
export function createReplyStreams(api: Api): ReplyStreams {
  return {
    send(
      { conversationId, content, files, replaces, answers, key: idempotencyKey },
      signal,
      onRetry,
    ) {
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
    // From its first event: what the conversation knows of a running reply may lag behind.
    resume: (conversationId, turnId, signal, onRetry) =>
      resumeTurn(api, conversationId, { turnId, afterSeq: 0 }, signal, onRetry),
    stop: (conversationId, turnId) => stopTurn(api, conversationId, turnId),
  };
}
