import type { Citation, SequencedStreamEvent, TurnStatus } from '@homie/contracts';

/** What is to be answered: a message that is sent, or one that is there already. */
export type NewTurn = NewMessage | NewReply;

interface TurnBeginning {
  userId: string;
  conversationId: string;
  idempotencyKey: string;
  provider: string;
  /** Names the request that asks, so that asking again finds its own turn. */
  writerId: string;
}

interface NewMessage extends TurnBeginning {
  content: string | null;
  attachmentPaths: string[];
  /** The message that this one stands beside; without it, it follows the last one shown. */
  replaces?: string;
  /** The web is searched for its reply. */
  research?: boolean;
  /** What the conversation is called when this is its first message and nobody named it. */
  title?: string;
}

interface NewReply extends TurnBeginning {
  /** The person's message that is answered once more. */
  replyTo: string;
  /** An unfinished turn of it whose text the reply begins with. */
  continues?: string;
}

/** What became of it: 'existing' when its key had begun a turn before, else why it was not taken. */
export type StartedTurn =
  | {
      outcome: 'started' | 'existing';
      turnId: string;
      userMessageId: string;
      /** The text that the reply begins with, stored as its first delta. */
      continuation?: string;
      /** Most of the replies that the person may have in a day are used; said once a day. */
      warning?: { repliesUsed: number; dailyLimit: number };
    }
  | { outcome: 'daily_limit_reached'; dailyLimit: number; secondsLeft: number }
  | {
      outcome:
        | 'conversation_not_found'
        | 'access_denied'
        | 'turn_running'
        | 'message_not_found'
        | 'rate_limited'
        | 'attachment_unavailable';
    };

/** What one turn has to be stored. No events: a sign of life. */
export interface TurnAppend {
  turnId: string;
  events: readonly SequencedStreamEvent[];
  /** What the provider calls the run. */
  runId?: string;
  model?: string;
  /** What the reply draws on so far, in place of what was stored of it; both left out when nothing changed. */
  citations?: readonly Citation[];
  notes?: readonly string[];
}

/** How a turn stands for its writer. A null status: the conversation was deleted. */
export interface TurnState {
  status: TurnStatus | null;
  stopRequested: boolean;
}

/** How a turn ends. */
export interface TurnEnd {
  status: Exclude<TurnStatus, 'running'>;
  errorCode?: string;
  errorMessage?: string;
  retryable?: boolean;
  usage?: Record<string, unknown> | null;
}

/** What a reader finds. A null status: the turn is gone. */
export interface TurnReading {
  status: TurnStatus | null;
  /** Running, but without a sign of life for so long that its writer must be dead. */
  stale: boolean;
  events: SequencedStreamEvent[];
}

/** Where turns live. Every call may be repeated after its answer was lost. */
export interface TurnStore {
  start(turn: NewTurn): Promise<StartedTurn>;
  /**
   * Stores what several turns have, all of it or, when it throws, none.
   * @returns how each stands, in the order of the appends; undefined for one that is to be tried again
   */
  append(appends: readonly TurnAppend[]): Promise<(TurnState | undefined)[]>;
  /** @returns the closing event, also of a turn that had ended before; null when the turn is gone */
  finish(turnId: string, end: TurnEnd): Promise<SequencedStreamEvent | null>;
  read(turnId: string, afterSeq: number): Promise<TurnReading>;
  requestStop(turn: {
    userId: string;
    conversationId: string;
    turnId: string;
  }): Promise<'stopping' | 'ended' | 'not_found'>;
  /** Makes the text of some turns that ended long ago one event. */
  fold(): Promise<void>;
  /** Ends running turns that show no sign of life: all, or the one. @returns how many */
  interruptStale(options?: { olderThanMs?: number; turnId?: string }): Promise<number>;
}
