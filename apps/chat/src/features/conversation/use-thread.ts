import { useMessages } from '@homie/api-client';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { createItemKeeper } from '../../thread/keep-items';
import { threadItems } from '../../thread/thread-items';
import { useLiveFact } from '../../turns/use-live-reply';
import { useSends } from '../../turns/use-sends';
import { useTurns } from '../../turns/turns-context';

/** What a conversation shows. Follows a reply that was already being written when the conversation was opened. */
export function useThread(conversationId: string) {
  const { runner } = useTurns();
  const messages = useMessages(conversationId);
  const sends = useSends(conversationId);
  // Its first word changes nothing here: the reply itself draws it.
  const current = useLiveFact(conversationId, (reply) =>
    reply === undefined ? null : reply.state === 'lost' ? 'lost' : 'writing',
  );
  // What somebody sent is drawn with the key that sent it, and that a reply is awaited right after; its end is no later.
  const before = useDeferredValue(current);
  const state = current === null || before === null ? null : current;
  const userMessageId = useLiveFact(conversationId, (reply) => reply?.userMessageId ?? null);

  const { data, dataUpdatedAt } = messages;
  useEffect(() => {
    if (data) runner.see(conversationId, data.rows);
    // Each answer of the server is a reason to look, also one that says the same: the stream may have been lost since.
  }, [runner, conversationId, data, dataUpdatedAt]);

  const [keep] = useState(createItemKeeper);
  const items = useMemo(
    () => keep(threadItems(data?.rows ?? [], sends, state ? { state, userMessageId } : undefined)),
    [keep, data, sends, state, userMessageId],
  );
  return { messages, items };
}
