import { useMessages } from '@homie/api-client';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { createItemKeeper } from '../../engine/keep-items';
import { threadItems } from '../../engine/thread-items';
import { useChat, useReply, useSends } from '../../engine/react';

/** What a conversation shows. Follows a reply that was already being written when the conversation was opened. */
export function useThread(conversationId: string) {
  const { syncMessages } = useChat();
  const messages = useMessages(conversationId);
  const sends = useSends(conversationId);
  // Its first word changes nothing here: the reply itself draws it.
  const current = useReply(conversationId, (reply) =>
    reply === undefined ? null : reply.status === 'disconnected' ? 'disconnected' : 'streaming',
  );
  // What somebody sent is drawn with the key that sent it, and that a reply is awaited right after; its end is no later.
  const before = useDeferredValue(current);
  const status = current === null || before === null ? null : current;
  const userMessageId = useReply(conversationId, (reply) => reply?.userMessageId ?? null);

  const { data, dataUpdatedAt } = messages;
  useEffect(() => {
    if (data) syncMessages(conversationId, data.rows);
    // Each answer of the server is a reason to look, also one that says the same: the stream may have been lost since.
  }, [syncMessages, conversationId, data, dataUpdatedAt]);

  const [keep] = useState(createItemKeeper);
  const items = useMemo(
    () =>
      keep(threadItems(data?.rows ?? [], sends, status ? { status, userMessageId } : undefined)),
    [keep, data, sends, status, userMessageId],
  );
  return { messages, items };
}
