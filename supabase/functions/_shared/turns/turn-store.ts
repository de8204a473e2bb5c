import type { Citation, SequencedStreamEvent, TurnStatus } from '@homie/contracts';

/** Input of a new turn: a new message, or a stored one to reply to. */
export type NewTurn = NewMessage | NewReply;

interface NewTurnBase {
  userId: string;
  conversationId: string;
  idempotencyKey: string;
  provider: string;
  /** ID of the request, so that a retry finds its own turn. */
  writerId: string;
}

interface NewMessage extends NewTurnBase {
  content: string | null;
  attachmentPaths: string[];
  /** ID of the sibling that this message replaces; without it, the message follows the last one shown. */
  replaces?: string;
  /** Searches the web for the reply. */
  research?: boolean;
  /** Title of the conversation if this is its first message and it has no name. */
  title?: string;
}

interface NewReply extends NewTurnBase {
  /** ID of the user's message to reply to again. */
  replyTo: string;
  /** ID of an unfinished turn of that message, whose text starts the reply. */
  continues?: string;
}

/** Use of the daily limit, once a day when most of it is used. */
interface LimitWarning {
  repliesUsed: number;
  dailyLimit: number;
}

/** Rejection of a reply because the user has used all of the daily limit. */
export interface LimitReached {
  outcome: 'daily_limit_reached';
  dailyLimit: number;
  secondsLeft: number;
}

/**
 * Result of starting a turn: 'existing' if the idempotency key had started one before, or the reason for a rejection.
 */
export type StartedTurn =
  | {
      outcome: 'started' | 'existing';
      turnId: string;
      userMessageId: string;
      /** Initial text of the reply, stored as its first delta. */
      continuation?: string;
      /** Set once a day if the user has used most of the daily replies. */
      warning?: LimitWarning;
    }
  | LimitReached
  | { outcome: 'rate_limited' }
  | {
      outcome:
        | 'conversation_not_found'
        | 'access_denied'
        | 'turn_running'
        | 'message_not_found'
        | 'attachment_unavailable'
        | 'budget_reached';
    };

/** Result of starting a trial: 'started', or the reason for a rejection. */
type StartedTrial =
  | { outcome: 'started'; warning?: LimitWarning }
  | LimitReached
  | { outcome: 'rate_limited' }
  | { outcome: 'admin_required' | 'not_found' };

/** Pending events of one turn. Without events it is a heartbeat. */
export interface TurnAppend {
  turnId: string;
  events: readonly SequencedStreamEvent[];
  /** ID of the run at the provider. */
  runId?: string;
  model?: string;
  /** Kind or name of the connection, if it is not that of the start. */
  provider?: string;
  /** Where and how it runs, as configured. */
  region?: string;
  deployment?: string;
  /** Length of what was sent to the provider. */
  requestCharacters?: number;
  /** Sources of the reply so far, which replace the stored ones; both fields are omitted if nothing changed. */
  citations?: readonly Citation[];
  notes?: readonly string[];
}

/** State of a turn for its writer. The status is null if the conversation was deleted. */
export interface TurnState {
  status: TurnStatus | null;
  stopRequested: boolean;
}

/** Final state of a turn. */
export interface TurnEnd {
  status: Exclude<TurnStatus, 'running'>;
  errorCode?: string;
  errorMessage?: string;
  retryable?: boolean;
  usage?: Record<string, unknown> | null;
}

/** Result of reading a turn. The status is null if the turn does not exist. */
export interface TurnReading {
  status: TurnStatus | null;
  /** True if the turn is running, but without a heartbeat for so long that its writer must be dead. */
  stale: boolean;
  events: SequencedStreamEvent[];
}

/** Store of turns. Every call may be retried after its response was lost. */
export interface TurnStore {
  start(turn: NewTurn): Promise<StartedTurn>;
  /** Starts a reply of an assistant that an administrator tries. It is not stored: `TrialTurn` has its events. */
  startTrial(trial: { userId: string; assistantId: string }): Promise<StartedTrial>;
  /**
   * Stores the pending events of several turns: all of them or, if it throws, none.
   * @returns the state of each turn, in the order of the appends; undefined for one to retry
   */
  append(appends: readonly TurnAppend[]): Promise<(TurnState | undefined)[]>;
  /** @returns the closing event, also of a turn that had finished before; null if the turn does not exist */
  finish(turnId: string, end: TurnEnd): Promise<SequencedStreamEvent | null>;
  read(turnId: string, afterSeq: number): Promise<TurnReading>;
  requestStop(turn: {
    userId: string;
    conversationId: string;
    turnId: string;
  }): Promise<'stopping' | 'ended' | 'not_found'>;
  /** Folds the text of some turns that finished long ago into one event per turn. */
  fold(): Promise<void>;
  /** Interrupts running turns without a heartbeat: all, or the given one. @returns their number */
  interruptStale(options?: { olderThanMs?: number; turnId?: string }): Promise<number>;
}
