import { resumeTurn, sendMessage, stopTurn, type Api } from '@homie/api-client';
import type { SequencedStreamEvent } from '@homie/contracts';
import type { Send } from '../storage/outbox';

/** How a reply is asked for, followed and stopped. */
export interface ReplyStreams {
  send: (send: Send, signal: AbortSignal) => AsyncIterable<SequencedStreamEvent>;
  resume: (
    conversationId: string,
    turnId: string,
    signal: AbortSignal,
  ) => AsyncIterable<SequencedStreamEvent>;
  stop: (conversationId: string, turnId: string) => Promise<void>;
}

/** Replies of the real backend. */
export function createReplyStreams(api: Api): ReplyStreams {
  return {
    send: ({ conversationId, content, files, replaces, key }, signal) =>
      sendMessage(
        api,
        conversationId,
        {
          ...(content !== '' && { content }),
          ...(files.length > 0 && { attachments: files }),
          ...(replaces !== null && { replaces }),
          idempotencyKey: key,
        },
        signal,
      ),
    // From its first event: what the conversation knows of a running reply may lag behind.
    resume: (conversationId, turnId, signal) =>
      resumeTurn(api, conversationId, { turnId, afterSeq: 0 }, signal),
    stop: (conversationId, turnId) => stopTurn(api, conversationId, turnId),
  };
}
