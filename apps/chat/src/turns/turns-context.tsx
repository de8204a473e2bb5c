import { useApi, useQueryClient } from '@homie/api-client';
import { announce, toast } from '@homie/ui';
import { createContext, use, useEffect, useMemo, type ReactNode } from 'react';
import { createDrafts, type Drafts } from '../storage/drafts';
import { createOutbox, type Outbox } from '../storage/outbox';
import { createThreadCache, type ThreadCache } from '../thread/thread-cache';
import { createLiveReplies, type LiveReplies } from './live-replies';
import { createReplyStreams } from './reply-streams';
import type { TurnNotices } from './turn-notices';
import { createTurnRunner, type TurnRunner } from './turn-runner';

interface Turns {
  runner: TurnRunner;
  replies: LiveReplies;
  outbox: Outbox;
  thread: ThreadCache;
  drafts: Drafts;
}

const TurnsContext = createContext<Turns | null>(null);

const notices: TurnNotices = {
  started: () => announce('The assistant is replying.'),
  finished: ({ stopped }) => announce(stopped ? 'Reply stopped.' : 'Reply finished.'),
  failed: (notice) => toast.error(notice),
};

/** Keeps sends, replies and drafts of one person while the chat is on the page, whichever conversation is open. */
export function TurnsProvider({ userId, children }: { userId: string; children: ReactNode }) {
  const api = useApi();
  const client = useQueryClient();
  const turns = useMemo((): Turns => {
    const outbox = createOutbox(userId);
    const replies = createLiveReplies();
    const thread = createThreadCache(client);
    const streams = createReplyStreams(api);
    const runner = createTurnRunner({ streams, replies, thread, notices, outbox });
    return { runner, replies, thread, outbox, drafts: createDrafts(userId) };
  }, [api, client, userId]);

  useEffect(() => {
    const { outbox, thread, runner } = turns;
    const leave = runner.start();
    const stopListening = outbox.onRemovedElsewhere(({ conversationId }) =>
      thread.refresh(conversationId),
    );
    return () => {
      stopListening();
      leave();
    };
  }, [turns]);

  return <TurnsContext value={turns}>{children}</TurnsContext>;
}

/** The sends, replies and drafts of the signed-in person. */
export function useTurns(): Turns {
  const turns = use(TurnsContext);
  if (turns === null) throw new Error('useTurns needs a TurnsProvider above it');
  return turns;
}
