import { messageKeys, refetchReadBefore, type QueryClient, type QueryKey } from '@homie/api-client';
import type { Message, MessageList, TurnSummary } from '@homie/contracts';
import type { Answering } from './send';
import { withAnswering, withMessage, withReply, withTurn } from './thread-path';

/** Applies the events of a reply to the cached messages of its conversation. */
export interface ConversationStore {
  /** Adds a message that the server acknowledged; its reply has started. */
  acknowledge: (conversationId: string, message: Message, replaces: string | null) => void;
  /** Hides the earlier reply, because the server accepted the request for another one. */
  answering: (conversationId: string, answers: Answering, turn: TurnSummary) => void;
  /** Adds the reply, which is complete or was stopped. `reply` is null when nothing was written. */
  complete: (
    conversationId: string,
    userMessageId: string,
    reply: Message | null,
    turn?: TurnSummary,
  ) => void;
  /** Sets the turn of a reply that ended without a message. */
  fail: (conversationId: string, userMessageId: string, turn: TurnSummary) => void;
  /** Invalidates the messages: they are refetched at once if they are on the screen, else when they are next shown. */
  reload: (conversationId: string) => void;
  /** Reloads the messages if they may lack changes up to a version of the changes feed. */
  catchUp: (conversationId: string, version: number) => void;
}

/**
 * The `updatedAt` of data that was assembled here. It is correct but stale, so the next visit to the conversation
 * refetches it.
 */
const STALE = 1;

/** Updates cached conversations as reply events arrive. */
export function createConversationStore(client: QueryClient): ConversationStore {
  /** Restarts a first load that is in flight, because it may have been read before this change. */
  async function refetchList(queryKey: QueryKey) {
    await client.cancelQueries({ queryKey });
    await client.invalidateQueries({ queryKey });
  }
  function change(conversationId: string, next: (messages: Message[]) => Message[]) {
    const queryKey = messageKeys.list(conversationId);
    const known = client.getQueryData<MessageList>(queryKey);
    if (known === undefined) void refetchList(queryKey);
    else {
      const list = { ...known, rows: next(known.rows) };
      client.setQueryData<MessageList>(queryKey, list, { updatedAt: STALE });
      // A fetch in flight would undo this change: replace it with a later one.
      if (client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey });
    }
  }
  return {
    acknowledge: (conversationId, message, replaces) =>
      change(conversationId, (messages) => withMessage(messages, message, replaces)),
    answering: (conversationId, answers, turn) =>
      change(conversationId, (messages) => withAnswering(messages, answers, turn)),
    complete: (conversationId, userMessageId, reply, turn) =>
      change(conversationId, (messages) => withReply(messages, userMessageId, reply, turn)),
    fail: (conversationId, userMessageId, turn) =>
      change(conversationId, (messages) => withTurn(messages, userMessageId, turn)),
    reload(conversationId) {
      void client.invalidateQueries({ queryKey: messageKeys.list(conversationId) });
    },
    catchUp(conversationId, version) {
      refetchReadBefore(client, version, [messageKeys.list(conversationId)]);
    },
  };
}
