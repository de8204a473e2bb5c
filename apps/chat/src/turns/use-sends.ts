import { useMemo, useSyncExternalStore } from 'react';
import type { Send } from '../storage/outbox';
import { useTurns } from './turns-context';

/** The sends of a conversation that the server has not acknowledged. */
export function useSends(conversationId: string): Send[] {
  const { outbox } = useTurns();
  const all = useSyncExternalStore(outbox.subscribe, outbox.all);
  return useMemo(
    () => all.filter((send) => send.conversationId === conversationId),
    [all, conversationId],
  );
}
