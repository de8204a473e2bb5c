import { useApi, useQueryClient } from '@homie/api-client';
import { useBusy } from '@homie/composition';
import { announce, toast } from '@homie/ui';
import {
  createContext,
  use,
  useEffect,
  useMemo,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { serverNetwork } from '../network/network';
import { createDrafts, type Drafts } from '../storage/drafts';
import { createEdits, type Edits } from '../storage/edits';
import { createOutbox, type Outbox, type Send } from '../storage/outbox';
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
  edits: Edits;
  /** Takes a send that failed or waits back into the composer. */
  takeBack: (send: Send) => void;
  /** Leaves nothing of a conversation that was deleted, here or elsewhere. */
  forget: (conversationId: string) => void;
  /**
   * For whoever hears that a conversation changed elsewhere, in another tab or on another device: its messages are
   * looked at again when they are on the screen, and a reply that began elsewhere is then followed here. Does nothing
   * while a reply of the conversation is followed already, so it may be called for each change.
   */
  noticeChange: (conversationId: string) => void;
}

const TurnsContext = createContext<Turns | null>(null);

const notices: TurnNotices = {
  started: () => announce('The assistant is replying.'),
  retrying: () => announce('The server cannot be reached. Trying again.'),
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
    const noticeChange = (conversationId: string) => {
      if (!replies.running().has(conversationId)) thread.reload(conversationId);
    };
    const drafts = createDrafts(userId);
    const edits = createEdits(userId);
    const takeBack = (send: Send) => {
      drafts.takeBack(send.conversationId, send);
      outbox.remove(send.key);
    };
    const forget = (conversationId: string) => {
      drafts.clear(conversationId);
      edits.write(conversationId, null);
      const sends = outbox.all().filter((send) => send.conversationId === conversationId);
      for (const { key } of sends) outbox.remove(key);
    };
    return { runner, replies, thread, outbox, drafts, edits, takeBack, forget, noticeChange };
  }, [api, client, userId]);

  const { replies } = turns;
  useBusy(useSyncExternalStore(replies.subscribe, () => replies.running().size > 0));

  useEffect(() => {
    const { outbox, drafts, thread, runner } = turns;
    const stops = [
      outbox.start(({ conversationId }) => thread.reload(conversationId)),
      drafts.start(),
      runner.start(),
    ];
    const back = () => {
      if (!document.hidden) runner.reconnect();
    };
    document.addEventListener('visibilitychange', back);
    const stopWatching = serverNetwork.subscribe(() => {
      if (serverNetwork.isOnline()) back();
    });
    return () => {
      document.removeEventListener('visibilitychange', back);
      stopWatching();
      for (const stop of stops) stop();
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
