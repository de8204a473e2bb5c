import type { AiProvider } from '../_shared/ai/provider.ts';
import type { ExtractFile } from '../_shared/domain/extract/extract-file.ts';
import type { CallDatabase } from '../_shared/http/data-access.ts';
import type { ChangeTiming } from '../_shared/changes/change-timing.ts';
import type { TurnStore } from '../_shared/turns/turn-store.ts';
import type { TurnTiming } from '../_shared/turns/turn-timing.ts';

/** Notifications of other processes on the same database. */
interface Notifications {
  /** Calls the listener with the id of what happened, and without one when something may have been missed. */
  on(topic: 'changes' | 'stop', listener: (id?: string) => void): () => void;
  isWorking(): boolean;
}

/** What the function uses of its host. Everything has a default. */
export interface ConversationsDependencies {
  /** Reaches `supabaseUrl`; a host that serves it itself may answer without the network. */
  fetch?: typeof fetch;
  /**
   * Calls a function of the database whose parameters are all JSON, as the server. A host that owns the database spares
   * what is written many times a second the way through REST, which serves where none is given.
   */
  callDatabase?: CallDatabase;
  /** Tells at once what other processes do; where it is not given, or not working, they are found out by asking. */
  notifications?: Notifications;
  /** Keeps the process alive until the promise settles: replies outlive their requests. */
  waitUntil?: (work: Promise<unknown>) => void;
  /** Aborted when the process is about to end: running replies are then marked interrupted at once. */
  shutdown?: AbortSignal;
  /** Aborted when others should be asked from now on: lists are no longer kept up to date here. With `shutdown` unless given. */
  draining?: AbortSignal;
  /** Told which endpoint a request is for, e.g. `POST /conversations/:id/stream`. */
  onRoute?: (route: string) => void;
  /** Told of each reply that is begun. */
  onReply?: (ended: Promise<void>) => void;
  /** Told of failures that callers learn nothing of. */
  onError?: (error: unknown) => void;
  /** Reads the text of files, e.g. in another process; in this one where none is given. */
  extractFile?: ExtractFile;
  /** Writes the replies; the one that the environment names where none is given. */
  provider?: AiProvider;
  /** Where turns live; in Postgres through REST where none is given. */
  turnStore?: TurnStore;
  timing?: Partial<TurnTiming>;
  changeTiming?: Partial<ChangeTiming>;
}
