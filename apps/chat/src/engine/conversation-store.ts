import { messageKeys, type QueryClient, type QueryKey } from '@homie/api-client';
import type { Message, MessageList, TurnSummary } from '@homie/contracts';
import type { Answering } from './send';
import { withAnswering, withMessage, withReply, withTurn } from './thread-path';

/** What a reply's events tell, in the cached messages of its conversation. */
export interface ConversationStore {
  /** The server took a message: it is in the conversation, with a reply on its way. */
  acknowledge: (conversationId: string, message: Message, replaces: string | null) => void;
  /** The server took the wish for another reply: the earlier one gives way to it. */
  answering: (conversationId: string, answers: Answering, turn: TurnSummary) => void;
  /** The reply is complete, or was stopped after some of it. `reply` is null when nothing was written. */
  complete: (
    conversationId: string,
    userMessageId: string,
    reply: Message | null,
    turn?: TurnSummary,
  ) => void;
  /** The reply ended without a message. */
  fail: (conversationId: string, userMessageId: string, turn: TurnSummary) => void;
  /** Something changed that only the server knows in full: asked at once when somebody looks at it, else when they do. */
  reload: (conversationId: string) => void;
}

/** What is put together here is right but not the server's word: the next look at the conversation asks anew. */
const STALE = 1;

/** Keeps the cached conversations true while replies come in. */
export function createConversationStore(client: QueryClient): ConversationStore {
  /** Lets a first listing that is under way, and was read before this change, begin again. */
  async function listAgain(queryKey: QueryKey) {
    await client.cancelQueries({ queryKey });
    await client.invalidateQueries({ queryKey });
  }
  function change(conversationId: string, next: (messages: Message[]) => Message[]) {
    const queryKey = messageKeys.list(conversationId);
    const known = client.getQueryData<MessageList>(queryKey);
    if (known === undefined) void listAgain(queryKey);
    else {
      const list = { ...known, rows: next(known.rows) };
      client.setQueryData<MessageList>(queryKey, list, { updatedAt: STALE });
      // A listing under way would undo this change: it is replaced by a later one.
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
  };
}
