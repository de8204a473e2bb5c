import type { Message, StreamEvent, TurnSummary } from '@homie/contracts';
import type { Answering, Send } from './send';

/** A destructive toast. */
export interface FailureNotice {
  title: string;
  description: string;
}

/** Reports replies to the user, wherever in the product they are. */
export interface ChatNotices {
  started: () => void;
  reconnecting: () => void;
  finished: (end: { stopped: boolean }) => void;
  failed: (notice: FailureNotice) => void;
  /** The browser did not save a draft, an edit or a queued message. May be called for each change. */
  unsaved: () => void;
}

/** The state of a reply that is being written. */
export interface LiveReply {
  /**
   * `submitted`: no text has arrived. `streaming`: text arrives. `disconnected`: the connection was lost, the server
   * may still be writing.
   */
  status: 'submitted' | 'streaming' | 'disconnected';
  /** The turn id, once the server has sent it. */
  turnId: string | null;
  /** The message that is answered, once the server acknowledged it. */
  userMessageId: string | null;
  text: string;
  /** The user stopped it, and the server has not confirmed it yet. */
  stopping: boolean;
  /** The server cannot be reached, and the stream reconnects automatically. */
  reconnecting: boolean;
  /** Says what the reply waits for before its first text; null for nothing unusual. */
  progress: string | null;
}

/**
 * This tab's claim to send a message. `requested`: it waits for the Web Lock of the message. `held`: it has the lock
 * and waits until the message can be sent. `sending`: the request is in flight.
 */
export type Claim = 'requested' | 'held' | 'sending';

/** A conversation whose messages wait, because another tab or device runs its reply. */
interface HeldBack {
  /** The number of times that the server has refused a message because of it. */
  refusals: number;
  /** True while its messages wait for the next attempt. */
  isWaiting: boolean;
}

/** The state of the engine. Messages that the server has stored are in the query cache. */
export interface EngineState {
  /** True after `started`: queued messages are sent. */
  isStarted: boolean;
  /** The outbox, oldest first; persisted in local storage and synced between tabs. */
  sends: readonly Send[];
  /** The replies that are being written, by conversation. */
  replies: ReadonlyMap<string, LiveReply>;
  /** The conversations with a running reply; the same set until one starts or ends. */
  running: ReadonlySet<string>;
  /** How the last reply of a conversation ended in this page; none while one runs or its connection is lost. */
  outcomes: ReadonlyMap<string, 'completed' | 'failed'>;
  /** By the key of the send. */
  claims: ReadonlyMap<string, Claim>;
  /** By conversation. */
  heldBack: ReadonlyMap<string, HeldBack>;
  /** The conversations whose next failure notice is suppressed. */
  suppressed: ReadonlySet<string>;
}

/** The state of an engine that has not started. */
export const INITIAL_STATE: EngineState = {
  isStarted: false,
  sends: [],
  replies: new Map(),
  running: new Set(),
  outcomes: new Map(),
  claims: new Map(),
  heldBack: new Map(),
  suppressed: new Set(),
};

/** The clock and the network when an event is reduced. */
export interface Environment {
  /** Unix time in milliseconds. */
  now: number;
  /** True if the server can be reached, as far as the browser knows. */
  isOnline: boolean;
}

type StreamData<Name extends StreamEvent['event']> = Extract<StreamEvent, { event: Name }>['data'];

/** A stored message with the turn that is answering it. */
export interface RunningTurn {
  userMessageId: string;
  turn: Pick<TurnSummary, 'id' | 'text'>;
}

/** An event that the engine reacts to. */
export type EngineEvent =
  // The page
  | { type: 'started' }
  | { type: 'closed' }
  // The user
  | { type: 'sent'; send: Send }
  | { type: 'regenerated'; send: Send; text: string }
  | { type: 'resumed'; conversationId?: string | undefined }
  | { type: 'stopPressed'; conversationId: string }
  | { type: 'withdrawn'; key: string }
  | { type: 'failureSuppressed'; conversationId: string; isSuppressed: boolean }
  // The network, the timers, the other tabs
  | { type: 'networkChanged' }
  | { type: 'retryDue'; conversationId: string }
  | { type: 'overdueChecked' }
  | { type: 'lockAcquired'; key: string }
  | { type: 'outboxChanged'; sends: readonly Send[] }
  // The server: messages, then the events of a reply
  | { type: 'messagesLoaded'; conversationId: string; running: RunningTurn | null }
  | { type: 'acknowledged'; conversationId: string; key: string | null; data: StreamData<'info'> }
  /** With `replaces`, earlier text was none of the reply. */
  | {
      type: 'textArrived';
      conversationId: string;
      text: string;
      isFinal: boolean;
      replaces?: boolean;
    }
  | { type: 'reached'; conversationId: string }
  | { type: 'unreachable'; conversationId: string }
  | {
      type: 'completed';
      conversationId: string;
      key: string | null;
      data: StreamData<'final'>;
      lastSeq: number;
    }
  | {
      type: 'endedWithoutMessage';
      conversationId: string;
      key: string | null;
      turn: Pick<TurnSummary, 'status' | 'text' | 'error_message' | 'error_code' | 'last_seq'>;
      notice: FailureNotice;
    }
  | { type: 'streamFailed'; conversationId: string; key: string | null; error: unknown }
  | { type: 'stopFailed'; conversationId: string; error: unknown };

/** The event with the given type. */
export type EventOf<Type extends EngineEvent['type']> = Extract<EngineEvent, { type: Type }>;

/** A side effect of an event. */
export type Effect =
  | { type: 'openStream'; conversationId: string; source: StreamSource }
  | { type: 'closeStream'; key: string }
  | { type: 'restoreToDraft'; send: Send }
  | { type: 'stopTurn'; conversationId: string; turnId: string }
  | { type: 'acquireLock'; key: string }
  | { type: 'releaseLock'; key: string }
  | { type: 'scheduleRetry'; conversationId: string; delayMs: number }
  | { type: 'addMessage'; conversationId: string; message: Message; replaces: string | null }
  | { type: 'addAnswering'; conversationId: string; answers: Answering; turn: TurnSummary }
  | {
      type: 'addReply';
      conversationId: string;
      userMessageId: string;
      reply: Message | null;
      turn?: TurnSummary | undefined;
    }
  | { type: 'endTurn'; conversationId: string; userMessageId: string; turn: TurnSummary }
  | { type: 'reload'; conversationId: string }
  | { type: 'notifyStarted' }
  | { type: 'notifyReconnecting' }
  | { type: 'notifyFinished'; stopped: boolean }
  | { type: 'notifyFailed'; notice: FailureNotice };

/** The source of a reply stream: a send, or a turn that the server is already writing. */
export type StreamSource = { type: 'send'; send: Send } | { type: 'turn'; turnId: string };

/** Returns true while a reply of the conversation is running. */
export function isRunning({ replies }: EngineState, conversationId: string): boolean {
  const reply = replies.get(conversationId);
  return reply !== undefined && reply.status !== 'disconnected';
}
