import type { Message, StreamEvent, TurnSummary } from '@homie/contracts';
import type { FailureNotice } from './notices';
import type { Answering, Send } from './send';

/** A reply that is being written, as far as this page knows. */
export interface LiveReply {
  /**
   * `submitted`: no word has arrived. `streaming`: words arrive. `disconnected`: the connection was lost, the server may
   * still be writing.
   */
  status: 'submitted' | 'streaming' | 'disconnected';
  /** The turn, once the server named it. */
  turnId: string | null;
  /** The message that is answered, once the server acknowledged it. */
  userMessageId: string | null;
  text: string;
  /** The user stopped it, and the server has not confirmed it yet. */
  stopping: boolean;
  /** The server cannot be reached, and the stream reconnects by itself. */
  reconnecting: boolean;
}

/**
 * This tab's right to send a message. `requested`: it waits for the Web Lock of the message. `held`: it has the lock and
 * waits until the message may go. `sending`: the request is under way.
 */
export type Claim = 'requested' | 'held' | 'sending';

/** A conversation whose reply another tab or device awaits. */
interface HeldBack {
  /** How often the server has refused a message because of it. */
  refusals: number;
  /** Whether its messages wait for the next attempt. */
  isWaiting: boolean;
}

/** All that the engine knows. The messages that the server has are in the query cache. */
export interface EngineState {
  /** Whether waiting messages are sent. */
  isStarted: boolean;
  /** The outbox, oldest first; saved in local storage and the same in every tab. */
  sends: readonly Send[];
  /** The replies that are being written, by conversation. */
  replies: ReadonlyMap<string, LiveReply>;
  /** The conversations whose reply arrives; the same set until one starts or ends. */
  running: ReadonlySet<string>;
  /** By the key of the send. */
  claims: ReadonlyMap<string, Claim>;
  /** By conversation. */
  heldBack: ReadonlyMap<string, HeldBack>;
  /** The conversations whose next failure is reported by someone else. */
  suppressed: ReadonlySet<string>;
}

/** The state before anything happened. */
export const INITIAL_STATE: EngineState = {
  isStarted: false,
  sends: [],
  replies: new Map(),
  running: new Set(),
  claims: new Map(),
  heldBack: new Map(),
  suppressed: new Set(),
};

/** What the outside world is like when an event happens. */
export interface Environment {
  /** Milliseconds since 1970. */
  now: number;
  /** Whether the server can be reached, as far as the browser knows. */
  isOnline: boolean;
}

type StreamData<Name extends StreamEvent['event']> = Extract<StreamEvent, { event: Name }>['data'];

/** A stored message with the turn that is answering it. */
export interface RunningTurn {
  userMessageId: string;
  turn: Pick<TurnSummary, 'id' | 'text'>;
}

/** Something that happened, to which the engine reacts. */
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
  | { type: 'textArrived'; conversationId: string; text: string; isFinal: boolean }
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
      turn: Pick<TurnSummary, 'status' | 'text' | 'error_message' | 'last_seq'>;
      notice: FailureNotice;
    }
  | { type: 'streamFailed'; conversationId: string; key: string | null; error: unknown }
  | { type: 'stopFailed'; conversationId: string; error: unknown };

/** What an event of one type carries. */
export type EventOf<Type extends EngineEvent['type']> = Extract<EngineEvent, { type: Type }>;

/** Something to do, as the reaction to an event. */
export type Effect =
  | { type: 'openStream'; conversationId: string; source: StreamSource }
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

/** Where a stream of a reply starts: with a send, or with a turn that the server is writing already. */
export type StreamSource = { type: 'send'; send: Send } | { type: 'turn'; turnId: string };

/** Whether a reply of the conversation arrives. */
export function isRunning({ replies }: EngineState, conversationId: string): boolean {
  const reply = replies.get(conversationId);
  return reply !== undefined && reply.status !== 'disconnected';
}
