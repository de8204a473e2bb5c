import type { Network } from '../network/network';
import type { Outbox, Send } from '../storage/outbox';
import type { WhileAlone } from '../storage/while-alone';
import type { LiveReplies } from './live-replies';

/** After a reload, a send this young simply goes on; an older one waits for the person's word. */
const RESUME_SEND_WITHIN_MS = 10 * 60_000;

const SERVER_DOWN = 'The server could not be reached.';

const GIVE_UP_EVERY_MS = 15_000;

/** A message waits this long for a server that is down; offline it waits without a limit, for the user knows why. */
export const SERVER_WAIT_LIMIT_MS = 10 * 60_000;

/** Waits before a conversation whose reply another tab or device awaits is tried again, in milliseconds. */
const TURN_RUNNING_DELAYS_MS = [2_000, 4_000, 8_000, 15_000] as const;

/**
 * Sends the messages that wait: in order, one message of a conversation after the other and each after the reply to the
 * one before, from one tab only, as soon as there is a network.
 */
export interface PendingSends {
  /** Whether a message has to wait: no network, a reply of its conversation runs, or others are before it. */
  mustWait: (send: Send) => boolean;
  /** Leaves a conversation alone for a while, or until its reply ends: the server is still busy with another reply. */
  holdBack: (conversationId: string) => void;
  /** Sends one at once, and keeps other tabs from sending it too until that is settled. */
  claim: (key: string, deliver: () => Promise<void>) => void;
  /** Sends what may go now, and from then on whatever may. Returns how to stop. */
  start: () => () => void;
}

interface Dependencies {
  outbox: Outbox;
  replies: LiveReplies;
  network: Network;
  alone: WhileAlone;
  /** Sends it; resolves when it is acknowledged or given up. */
  deliver: (send: Send) => Promise<void>;
}

/** The pending sends of one person on this device. */
export function createPendingSends({
  outbox,
  replies,
  network,
  alone,
  deliver,
}: Dependencies): PendingSends {
  const claimed = new Set<string>();
  const heldBack = new Map<string, ReturnType<typeof setTimeout>>();
  const refusals = new Map<string, number>();
  let stopped = new AbortController();

  const lockOf = (key: string) => `homie.send.${key}`;
  const isBusy = (conversationId: string) => replies.running().has(conversationId);

  /** Resolves when no reply of the conversation runs any more, or this tab stops. */
  function untilIdle(conversationId: string): Promise<void> {
    const { signal } = stopped;
    return new Promise((resolve) => {
      const check = () => {
        if (isBusy(conversationId) && !signal.aborted) return;
        unsubscribe();
        signal.removeEventListener('abort', check);
        resolve();
      };
      const unsubscribe = replies.subscribe(check);
      signal.addEventListener('abort', check);
      check();
    });
  }
  function hold(key: string, task: () => Promise<void>) {
    claimed.add(key);
    void alone(lockOf(key), stopped.signal, task).finally(() => {
      claimed.delete(key);
      look();
    });
  }
  /** Sends a message after the reply that runs. Meant to run under its lock, so that no other tab tries it in between. */
  async function take(key: string, conversationId: string) {
    if (isBusy(conversationId)) await untilIdle(conversationId);
    const send = outbox.current(key);
    const mayGo = !stopped.signal.aborted && network.isOnline() && !isBusy(conversationId);
    if (send === undefined || send.state === 'failed' || !mayGo) return;
    const isOld = Date.now() - Date.parse(send.sentAt) > RESUME_SEND_WITHIN_MS;
    // Not a word was heard of it, and by now the person may have given up on it.
    if (send.state === 'sending' && isOld) {
      if (send.answers === undefined) outbox.put({ ...send, state: 'failed' });
      else outbox.remove(key);
      return;
    }
    await deliver(send);
    if (outbox.current(key) === undefined) refusals.delete(send.conversationId);
  }
  /** Gives up messages that have waited too long although this browser has a network. */
  function giveUpOverdue() {
    if (stopped.signal.aborted || network.isOnline() || navigator.onLine === false) return;
    for (const send of outbox.all()) {
      const isOverdue = Date.now() - Date.parse(send.sentAt) >= SERVER_WAIT_LIMIT_MS;
      if (send.state !== 'waiting' || !isOverdue || claimed.has(send.key)) continue;
      outbox.put({ ...send, state: 'failed', reason: SERVER_DOWN });
    }
  }
  function look() {
    if (stopped.signal.aborted || !network.isOnline()) return;
    const seen = new Set<string>();
    for (const { key, conversationId, state } of outbox.all()) {
      if (state === 'failed' || seen.has(conversationId)) continue;
      seen.add(conversationId);
      if (claimed.has(key) || heldBack.has(conversationId)) continue;
      hold(key, () => take(key, conversationId));
    }
  }
  function letGo(conversationId: string) {
    clearTimeout(heldBack.get(conversationId));
    heldBack.delete(conversationId);
  }

  return {
    mustWait: ({ key, conversationId }) => {
      const isBefore = (other: Send) =>
        other.conversationId === conversationId && other.key !== key && other.state !== 'failed';
      return !network.isOnline() || isBusy(conversationId) || outbox.all().some(isBefore);
    },
    holdBack(conversationId) {
      const times = refusals.get(conversationId) ?? 0;
      refusals.set(conversationId, times + 1);
      letGo(conversationId);
      const again = () => {
        letGo(conversationId);
        look();
      };
      const delay = TURN_RUNNING_DELAYS_MS[times] ?? TURN_RUNNING_DELAYS_MS.at(-1);
      heldBack.set(conversationId, setTimeout(again, delay));
    },
    claim(key, deliver) {
      claimed.add(key);
      // The screen shows it at once; the lock, granted a moment later, is held until it is settled.
      const settled = deliver();
      hold(key, () => settled);
    },
    start() {
      stopped = new AbortController();
      let running = replies.running();
      const repliesChanged = () => {
        // Told with every frame of a reply; only the ends matter.
        if (replies.running() === running) return;
        for (const id of running) if (!replies.running().has(id)) letGo(id);
        running = replies.running();
        look();
      };
      const stops = [
        network.subscribe(look),
        outbox.subscribe(look),
        replies.subscribe(repliesChanged),
      ];
      const givingUp = setInterval(giveUpOverdue, GIVE_UP_EVERY_MS);
      look();
      return () => {
        stopped.abort();
        clearInterval(givingUp);
        for (const stop of stops) stop();
        for (const id of heldBack.keys()) letGo(id);
      };
    },
  };
}
