import type { AuditSettings } from '../../../../../supabase/functions/audit/audit-settings.ts';
import type { ExtractFile } from '../../../../../supabase/functions/_shared/domain/extract/extracted-file.ts';
import type { ConversationsEnvironment } from '../../../../../supabase/functions/conversations/environment.ts';
import type { LastCheckpoint } from '../../../../../supabase/functions/audit/last-checkpoint.ts';
import type { Notifications } from '../../data/database/index.ts';

/** Settings of the functions, instead of the environment variables of their own processes. */
export interface FunctionEnvironment extends ConversationsEnvironment {
  audit: AuditSettings;
}

/**
 * Calls a function of the database whose parameters are all JSON, as the server.
 * @throws AppError unavailable if the database is unavailable, otherwise internal
 */
export type CallDatabase = (name: string, args: Record<string, unknown>) => Promise<unknown>;

/** Dependencies of a function on this process. */
export interface FunctionDependencies {
  /** Calls to `supabaseUrl` stay in this process. */
  fetch: typeof fetch;
  /** Calls a database function with the same effect as the REST interface, at a tenth of the cost. */
  callDatabase: CallDatabase;
  /** Verifies a token like the other gateways, without a request. Resolves with the user's id if the session is live. */
  verifySession: (token: string) => Promise<string | undefined>;
  /** Notifications from other processes. */
  notifications: Pick<Notifications, 'on' | 'isWorking'>;
  /** Extracts the text of files outside this process. */
  extractFile?: ExtractFile;
  /** Tracks work that outlives the response, so that the server waits for it. */
  waitUntil: (work: Promise<unknown>) => void;
  /** Aborted when the server is about to stop. */
  shutdown: AbortSignal;
  /** Aborted before `shutdown`: closes streams that otherwise stay open until the client disconnects. */
  draining: AbortSignal;
  /** Called with the endpoint of the current request. */
  onRoute: (route: string) => void;
  /** Called for each reply that starts. */
  onReply: (ended: Promise<void>) => void;
  /** Called with failures that are not reported to callers. */
  onError: (error: unknown) => void;
  /** Logs a line that is not about a failure. */
  log: (line: string) => void;
  /** Stores the last checkpoint of the audit log outside the database. */
  lastCheckpoint?: LastCheckpoint;
}

/** Handles one request of a function. */
export type FunctionHandler = (request: Request) => Promise<Response>;

/** A function of this server. */
export interface FunctionModule {
  createHandler(
    environment: FunctionEnvironment,
    dependencies: FunctionDependencies,
  ): FunctionHandler;
  /**
   * Cleans up after a process that stopped before this one.
   * @param solitary no other process can be working on the same data
   */
  start?(
    environment: FunctionEnvironment,
    dependencies: FunctionDependencies,
    situation: { solitary: boolean },
  ): Promise<unknown>;
  /** Finishes the work of processes that no longer run: called every few seconds if there are several processes. */
  rescue?(environment: FunctionEnvironment, dependencies: FunctionDependencies): Promise<unknown>;
  /** Cleans up periodically, for as long as the process runs. */
  sweep?(environment: FunctionEnvironment, dependencies: FunctionDependencies): Promise<unknown>;
}
