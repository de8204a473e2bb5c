import { conversationKeys, messageKeys, type QueryClient, type QueryKey } from '@homie/api-client';
import type { Message, TurnSummary } from '@homie/contracts';

/** What a reply's closing event tells, in the cached messages of its conversation. */
export interface ThreadCache {
  /** The server took a message: it is in the conversation, with a reply on its way. */
  acknowledge: (conversationId: string, message: Message) => void;
  /** The reply is complete, or was stopped after some of it. `reply` is null when nothing was written. */
  complete: (
    conversationId: string,
    userMessageId: string,
    reply: Message | null,
    turn?: TurnSummary,
  ) => void;
  /** The reply ended without a message. */
  fail: (conversationId: string, userMessageId: string, turn: TurnSummary) => void;
  /** Something changed that only the server knows in full. */
  refresh: (conversationId: string) => void;
}

function withTurn(messages: Message[], id: string, turn: TurnSummary | undefined): Message[] {
  return messages.map((message) => {
    if (message.id !== id) return message;
    const { turn: _ended, ...rest } = message;
    return turn === undefined ? rest : { ...rest, turn };
  });
}

/** What is put together here is right but not the server's word: the next look at the conversation asks anew. */
const STALE = 1;

/** Keeps the cached conversations true while replies come in. */
export function createThreadCache(client: QueryClient): ThreadCache {
  /** Lets a first listing that is under way, and was read before this change, begin again. */
  async function listAgain(queryKey: QueryKey) {
    await client.cancelQueries({ queryKey });
    await client.invalidateQueries({ queryKey });
  }
  function change(conversationId: string, next: (messages: Message[]) => Message[]) {
    const queryKey = messageKeys.list(conversationId);
    const messages = client.getQueryData<Message[]>(queryKey);
    if (messages === undefined) void listAgain(queryKey);
    else {
      client.setQueryData<Message[]>(queryKey, next(messages), { updatedAt: STALE });
      // A listing under way would undo this change: it is replaced by a later one.
      if (client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey });
    }
    void client.invalidateQueries({ queryKey: conversationKeys.lists });
  }
  return {
    acknowledge: (conversationId, message) =>
      change(conversationId, (messages) =>
        messages.some(({ id }) => id === message.id) ? messages : [...messages, message],
      ),
    complete: (conversationId, userMessageId, reply, turn) =>
      change(conversationId, (messages) => {
        const isNew = reply !== null && messages.every(({ id }) => id !== reply.id);
        return [...withTurn(messages, userMessageId, turn), ...(isNew ? [reply] : [])];
      }),
    fail: (conversationId, userMessageId, turn) =>
      change(conversationId, (messages) => withTurn(messages, userMessageId, turn)),
    refresh(conversationId) {
      void client.invalidateQueries({ queryKey: messageKeys.list(conversationId) });
      void client.invalidateQueries({ queryKey: conversationKeys.lists });
    },
  };
}
