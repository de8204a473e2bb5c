import type { AiProvider } from '../_shared/ai/provider.ts';
import type { ExtractFile } from '../_shared/domain/extract/extracted-file.ts';
import type { VerifySession } from '../_shared/http/authenticate.ts';
import type { CallDatabase } from '../_shared/http/data-access.ts';
import type { ChangeTiming } from '../_shared/changes/change-timing.ts';
import type { TurnStore } from '../_shared/turns/turn-store.ts';
import type { TurnTiming } from '../_shared/turns/turn-timing.ts';

/** Notifications of other processes on the same database. */
interface Notifications {
  /** Calls the listener with the id of the event, and without an id if events may have been missed. */
  on(topic: 'changes' | 'stop', listener: (id?: string) => void): () => void;
  isWorking(): boolean;
}

/** Dependencies that the host provides. Each has a default. */
export interface ConversationsDependencies {
  /** Reaches `supabaseUrl`; a host that serves it itself may answer without the network. */
  fetch?: typeof fetch;
  /**
   * Calls a function of the database whose parameters are all JSON, as the server; through REST by default. A host that
   * owns the database calls it directly, which is cheaper for data that is written many times per second.
   */
  callDatabase?: CallDatabase;
  /** Verifies the session of a caller; through the authentication service by default. */
  verifySession?: VerifySession;
  /** Notifies of changes by other processes at once; without it, or while it does not work, changes are polled. */
  notifications?: Notifications;
  /** Keeps the process alive until the promise settles: replies outlive their requests. */
  waitUntil?: (work: Promise<unknown>) => void;
  /** Aborted when the process is about to exit: running replies are then marked interrupted at once. */
  shutdown?: AbortSignal;
  /**
   * Aborted when clients should connect to other processes: this process then stops updating lists. `shutdown` by
   * default.
   */
  draining?: AbortSignal;
  /** Called with the endpoint of each request, e.g. `POST /conversations/:id/stream`. */
  onRoute?: (route: string) => void;
  /** Called with each reply that is started. */
  onReply?: (ended: Promise<void>) => void;
  /** Called with each failure that is not reported to callers. */
  onError?: (error: unknown) => void;
  /** Extracts the text of files, e.g. in another process; in this process by default. */
  extractFile?: ExtractFile;
  /** Writes the replies; the provider of the environment by default. */
  provider?: AiProvider;
  /** Stores turns; in Postgres through REST by default. */
  turnStore?: TurnStore;
  timing?: Partial<TurnTiming>;
  changeTiming?: Partial<ChangeTiming>;
}
