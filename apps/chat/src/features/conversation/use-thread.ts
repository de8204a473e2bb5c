import { useMessages } from '@homie/api-client';
import { useEffect, useMemo, useState } from 'react';
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
  const state = useLiveFact(conversationId, (reply) =>
    reply === undefined ? null : reply.state === 'lost' ? 'lost' : 'writing',
  );
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
