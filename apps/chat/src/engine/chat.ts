import { personalKey } from '@homie/auth';
import type { Attachment, Message } from '@homie/contracts';
import { createStore, persisted, type Store } from '@homie/composition';
import type { ConversationStore } from './conversation-store';
import { createDrafts, type Drafts } from './drafts';
import { createEdits, type Edits } from './edits';
import { serverNetwork, type Network } from './network';
import { sendsSchema } from './parse-sends';
import { pacedFrames, waitForPaint as defaultWaitForPaint } from './paced-frames';
import { reduce } from './reducer';
import { createTextPacer, readReply } from './reply-stream';
import type { ReplyTransport } from './reply-transport';
import { createSend, type Answering, type Send } from './send';
import {
  INITIAL_STATE,
  isRunning,
  type ChatNotices,
  type Effect,
  type EngineEvent,
  type EngineState,
  type StreamSource,
} from './state';
import { createHeldLocks, withTabLock, type WithTabLock } from './tab-lock';

const CHECK_OVERDUE_EVERY_MS = 15_000;

/** A message to send: text, files or both. */
interface NewMessage {
  content: string;
  files?: Attachment[];
  /** The message that this one becomes an alternative to. */
  replaces?: string | null;
}

/**
 * Sends messages, streams their replies and persists unsent messages, for all conversations of one user, whichever is
 * on the screen.
 */
export interface Chat {
  /** The outbox and the replies that are being written. */
  store: Pick<Store<EngineState>, 'getState' | 'getInitialState' | 'subscribe'>;
  drafts: Drafts;
  edits: Edits;
  /**
   * Sends a message, or queues it. Returns false, and does nothing, for a message that replaces another while a reply
   * of the conversation arrives: its position may be gone by then.
   */
  sendMessage: (conversationId: string, message: NewMessage) => boolean;
  /** Sends a failed message again, with the same idempotency key. */
  resend: (send: Send) => void;
  /**
   * Requests another reply to a stored message. Returns false, and does nothing, while a reply of the conversation
   * arrives.
   * @param text the text that the reply starts with, if it continues an unfinished one
   */
  regenerate: (conversationId: string, answers: Answering, text?: string) => boolean;
  /** Resumes the replies whose connection was lost: all, or that of one conversation. */
  resumeStream: (conversationId?: string) => void;
  /** Stops a reply, which ends with the text written so far, or withdraws a message that is retried. */
  stop: (conversationId: string) => void;
  /** Moves an unsent message back to the composer or the editor in which it was written. */
  restoreToDraft: (send: Send) => void;
  /** Removes the draft, the edit and the unsent messages of a conversation that was deleted, here or elsewhere. */
  forget: (conversationId: string) => void;
  /**
   * Syncs with loaded messages: resumes the reply that is running, and removes a disconnected one that has finished.
   */
  syncMessages: (conversationId: string, messages: readonly Message[]) => void;
  /** Refetches the messages: at once if they are on the screen, else when they are next shown. */
  reload: (conversationId: string) => void;
  /**
   * Reloads a conversation that changed elsewhere, unless its reply streams here. May be called for each change.
   * @param version of the change in the changes feed
   */
  noticeChange: (conversationId: string, version: number) => void;
  /**
   * Suppresses the next failure notice of a conversation, because the caller reports it: for a reply that starts
   * without a send of this page. Returns an undo function.
   */
  suppressNextFailure: (conversationId: string) => () => void;
  /**
   * Starts sending and syncing with other tabs. Returns a function that stops both; the server continues to write
   * replies.
   */
  start: () => () => void;
}

interface Dependencies {
  userId: string;
  transport: ReplyTransport;
  conversations: ConversationStore;
  notices: ChatNotices;
  network?: Network;
  lock?: WithTabLock;
  nextFrame?: (callback: () => void) => void;
  waitForPaint?: () => Promise<void>;
}

const lockName = (key: string) => `homie.send.${key}`;

/** Creates the chat of one user. It sends nothing before `start` is called. */
export function createChat(dependencies: Dependencies): Chat {
  const { userId, transport, conversations, notices } = dependencies;
  const { network = serverNetwork, waitForPaint = defaultWaitForPaint } = dependencies;
  const saving = { crossTab: true, onUnsaved: notices.unsaved };
  const outbox = persisted(personalKey(userId, 'outbox'), sendsSchema, saving);
  const store = createStore<EngineState>({ ...INITIAL_STATE, sends: outbox.getState() });
  const drafts = createDrafts(userId, notices.unsaved);
  const edits = createEdits(userId, notices.unsaved);
  const locks = createHeldLocks(dependencies.lock ?? withTabLock);
  const retries = new Map<string, ReturnType<typeof setTimeout>>();
  const pacer = createTextPacer(dependencies.nextFrame ?? pacedFrames(), (conversationId, text) =>
    dispatch({ type: 'textArrived', conversationId, text, isFinal: false }),
  );
  /** Aborts the requests of sends, by key. */
  const sending = new Map<string, AbortController>();
  let controller = new AbortController();
  const events: EngineEvent[] = [];
  let isDispatching = false;

  /** Reduces an event and runs its effects. Events that effects dispatch are queued. */
  function dispatch(event: EngineEvent): void {
    events.push(event);
    if (isDispatching) return;
    isDispatching = true;
    try {
      for (let next = events.shift(); next !== undefined; next = events.shift()) handle(next);
    } finally {
      isDispatching = false;
    }
  }
  function handle(event: EngineEvent): void {
    // Refresh the outbox: another tab may have written to it, and the storage event has not arrived yet. Not for text,
    // which arrives too often.
    const sends = event.type === 'textArrived' ? outbox.getState() : outbox.refresh();
    if (sends !== store.getState().sends) step({ type: 'outboxChanged', sends });
    step(event);
  }
  function step(event: EngineEvent): void {
    const environment = { now: Date.now(), isOnline: network.isOnline() };
    const { state, effects } = reduce(store.getState(), event, environment);
    store.setState(state);
    if (state.sends !== outbox.getState()) outbox.setState(state.sends);
    for (const effect of effects) run(effect);
  }

  async function openStream(conversationId: string, source: StreamSource) {
    const stream = new AbortController();
    const signal = AbortSignal.any([controller.signal, stream.signal]);
    const key = source.type === 'send' ? source.send.key : null;
    if (key !== null) sending.set(key, stream);
    const open = (onRetry: () => void) => transport.open(conversationId, source, signal, onRetry);
    const dispatchHere = (event: EngineEvent) => {
      if (!signal.aborted) dispatch(event);
    };
    try {
      await readReply({ conversationId, key, open, pacer, waitForPaint, dispatch: dispatchHere });
    } catch (error) {
      dispatchHere({ type: 'streamFailed', conversationId, key, error });
    } finally {
      if (key !== null && sending.get(key) === stream) sending.delete(key);
    }
  }
  async function stopTurn(conversationId: string, turnId: string) {
    try {
      await transport.stop(conversationId, turnId);
    } catch (error) {
      dispatch({ type: 'stopFailed', conversationId, error });
    }
  }
  function writeDraft(send: Send) {
    const { conversationId, content, files, replaces } = send;
    if (replaces === null) drafts.restoreToDraft(conversationId, send);
    else edits.set(conversationId, { messageId: replaces, content, files });
  }
  function run(effect: Effect): void {
    switch (effect.type) {
      case 'openStream':
        return void openStream(effect.conversationId, effect.source);
      case 'closeStream':
        return sending.get(effect.key)?.abort();
      case 'restoreToDraft':
        return writeDraft(effect.send);
      case 'stopTurn':
        return void stopTurn(effect.conversationId, effect.turnId);
      case 'acquireLock':
        return locks.acquire(lockName(effect.key), () =>
          dispatch({ type: 'lockAcquired', key: effect.key }),
        );
      case 'releaseLock':
        return locks.release(lockName(effect.key));
      case 'scheduleRetry': {
        const { conversationId, delayMs } = effect;
        const retry = () => dispatch({ type: 'retryDue', conversationId });
        clearTimeout(retries.get(conversationId));
        retries.set(conversationId, setTimeout(retry, delayMs));
        return;
      }
      case 'addMessage':
        return conversations.acknowledge(effect.conversationId, effect.message, effect.replaces);
      case 'addAnswering':
        return conversations.answering(effect.conversationId, effect.answers, effect.turn);
      case 'addReply': {
        const { conversationId, userMessageId, reply, turn } = effect;
        return conversations.complete(conversationId, userMessageId, reply, turn);
      }
      case 'endTurn':
        return conversations.fail(effect.conversationId, effect.userMessageId, effect.turn);
      case 'reload':
        return conversations.reload(effect.conversationId);
      case 'notifyStarted':
        return notices.started();
      case 'notifyReconnecting':
        return notices.reconnecting();
      case 'notifyFinished':
        return notices.finished({ stopped: effect.stopped });
      case 'notifyFailed':
        return notices.failed(effect.notice);
    }
  }

  return {
    store,
    drafts,
    edits,
    sendMessage(conversationId, { content, files = [], replaces = null }) {
      if (replaces !== null && isRunning(store.getState(), conversationId)) return false;
      dispatch({ type: 'sent', send: createSend(conversationId, { content, files, replaces }) });
      return true;
    },
    resend(send) {
      if (send.replaces !== null && isRunning(store.getState(), send.conversationId)) return;
      dispatch({ type: 'sent', send });
    },
    regenerate(conversationId, answers, text = '') {
      if (isRunning(store.getState(), conversationId)) return false;
      dispatch({ type: 'regenerated', send: createSend(conversationId, { answers }), text });
      return true;
    },
    resumeStream: (conversationId) => dispatch({ type: 'resumed', conversationId }),
    stop: (conversationId) => dispatch({ type: 'stopPressed', conversationId }),
    restoreToDraft(send) {
      writeDraft(send);
      dispatch({ type: 'withdrawn', key: send.key });
    },
    forget(conversationId) {
      drafts.clear(conversationId);
      edits.set(conversationId, null);
      for (const send of store.getState().sends)
        if (send.conversationId === conversationId) dispatch({ type: 'withdrawn', key: send.key });
    },
    syncMessages(conversationId, messages) {
      const question = messages.findLast(({ turn }) => turn?.status === 'running');
      const running = question?.turn ? { userMessageId: question.id, turn: question.turn } : null;
      dispatch({ type: 'messagesLoaded', conversationId, running });
    },
    reload: conversations.reload,
    noticeChange(conversationId, version) {
      if (!isRunning(store.getState(), conversationId))
        conversations.catchUp(conversationId, version);
    },
    suppressNextFailure(conversationId) {
      const suppress = (isSuppressed: boolean) =>
        dispatch({ type: 'failureSuppressed', conversationId, isSuppressed });
      suppress(true);
      return () => suppress(false);
    },
    start() {
      controller = new AbortController();
      const { signal } = controller;
      const resumeIfVisible = () => {
        if (!document.hidden) dispatch({ type: 'resumed' });
      };
      document.addEventListener('visibilitychange', resumeIfVisible, { signal });
      const stops = [
        network.subscribe(() => {
          dispatch({ type: 'networkChanged' });
          if (network.isOnline()) resumeIfVisible();
        }),
        outbox.subscribe((sends) => {
          if (sends !== store.getState().sends) dispatch({ type: 'outboxChanged', sends });
        }),
        // Syncs drafts with other tabs on every screen of the chat.
        drafts.subscribe(() => undefined),
      ];
      const checking = setInterval(() => {
        if (navigator.onLine) dispatch({ type: 'overdueChecked' });
      }, CHECK_OVERDUE_EVERY_MS);
      dispatch({ type: 'started' });
      return () => {
        controller.abort();
        clearInterval(checking);
        for (const stop of stops) stop();
        for (const timer of retries.values()) clearTimeout(timer);
        dispatch({ type: 'closed' });
        locks.releaseAll();
      };
    },
  };
}
