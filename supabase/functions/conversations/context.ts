import type { AiProvider } from '../_shared/ai/provider.ts';
import type { ChangeSignals } from '../_shared/changes/change-signals.ts';
import type { Caller } from '../_shared/http/authenticate.ts';
import type { DataClient } from '../_shared/http/data-access.ts';
import type { TurnSignals } from '../_shared/turns/turn-signals.ts';
import type { TurnStore } from '../_shared/turns/turn-store.ts';
import type { TurnTiming } from '../_shared/turns/turn-timing.ts';

/** What every endpoint shares for as long as the process lives. */
export interface ServerContext {
  /** Acts as the server: only for what no caller may write. */
  service: DataClient;
  store: TurnStore;
  signals: TurnSignals;
  changes: ChangeSignals;
  provider: AiProvider;
  timing: TurnTiming;
  shutdown: AbortSignal;
  waitUntil: (work: Promise<unknown>) => void;
  onError: (error: unknown) => void;
}

/** What an endpoint is given of one request. */
export interface CallContext extends ServerContext {
  caller: Caller;
  /** Acts as the caller: row-level security decides. */
  data: DataClient;
  /** Reads a stored text file as the caller; undefined when that is not possible. */
  readText: (file: { path: string; mime: string }) => Promise<string | undefined>;
  request: Request;
}
