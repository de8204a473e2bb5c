import { useMessages } from '@homie/api-client';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { createItemCache } from '../../engine/item-cache';
import { threadItems, type ThreadItem } from '../../engine/thread-items';
import { useChat, useReply, useSends } from '../../engine/react';

/**
 * Returns the messages and items of a conversation. Follows a reply that was already running when the conversation was
 * opened.
 */
export function useThread(conversationId: string): {
  messages: ReturnType<typeof useMessages>;
  items: readonly ThreadItem[];
} {
  const { syncMessages } = useChat();
  const messages = useMessages(conversationId);
  const sends = useSends(conversationId);
  // Its first word changes nothing here: the reply itself renders it.
  const current = useReply(conversationId, (reply) =>
    reply === undefined ? null : reply.status === 'disconnected' ? 'disconnected' : 'streaming',
  );
  // Renders a sent message in its own keystroke, and the awaited reply right after; the end of a reply is not delayed.
  const before = useDeferredValue(current);
  const status = current === null || before === null ? null : current;
  const userMessageId = useReply(conversationId, (reply) => reply?.userMessageId ?? null);

  const { data, dataUpdatedAt } = messages;
  useEffect(() => {
    if (data) syncMessages(conversationId, data.rows);
    // Synchronizes after each response of the server, also an equal one: the stream may have been lost since.
  }, [syncMessages, conversationId, data, dataUpdatedAt]);

  const [reuse] = useState(createItemCache);
  const items = useMemo(
    () =>
      reuse(threadItems(data?.rows ?? [], sends, status ? { status, userMessageId } : undefined)),
    [reuse, data, sends, status, userMessageId],
  );
  return { messages, items };
}
