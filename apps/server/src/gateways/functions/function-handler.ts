import type { AuditSettings } from '../../../../../supabase/functions/audit/audit-settings.ts';
import type { DailyReplies } from '../../../../../supabase/functions/_shared/turns/daily-replies.ts';
import type { ExtractFile } from '../../../../../supabase/functions/_shared/domain/extract/extract-file.ts';
import type { ProviderSettings } from '../../../../../supabase/functions/_shared/ai/provider-settings.ts';
import type { LastCheckpoint } from '../../../../../supabase/functions/audit/last-checkpoint.ts';
import type { Notifications } from '../../data/database/index.ts';
import type { ClamavSettings } from '../../../../../supabase/functions/security-scan/clamav/clamav-settings.ts';

/** What a function is given instead of the environment of its own process. */
export interface FunctionEnvironment {
  supabaseUrl: string;
  anonKey: string;
  serviceRoleKey: string;
  /** Origins that a browser may call from. */
  allowedOrigins: readonly string[];
  /** How the audit log is kept. */
  audit: AuditSettings;
  /** Who writes the replies; the demo unless given. */
  ai?: ProviderSettings;
  /** The demo provider's pause between two words, in milliseconds. */
  demoDelayMs?: number;
  /** How many messages a person may send in a minute. */
  sendsPerMinute?: number;
  /** How many files a person may upload in a minute. */
  uploadsPerMinute?: number;
  /** How many replies a person may begin within 24 hours, by role; without limit unless given. */
  dailyReplies?: DailyReplies;
  /** How long a reply may take altogether, in seconds. */
  replyDeadlineSeconds?: number;
  /** Whether people may have the web searched on request; not unless given. */
  webResearch?: boolean;
  /** The organisation's sites, where its assistants may search the web; none unless given. */
  orgDomains?: readonly string[];
  /** A virus scanner that every uploaded file is shown to; none unless given. */
  clamav?: ClamavSettings;
}

/**
 * Calls a function of the database whose parameters are all JSON, as the server.
 * @throws AppError unavailable while the database is away, else internal
 */
export type CallDatabase = (name: string, args: Record<string, unknown>) => Promise<unknown>;

/** What a function is given of this process. */
export interface FunctionDependencies {
  /** Calls to `supabaseUrl` stay in this process. */
  fetch: typeof fetch;
  /** Does what a call of the REST interface would, at a tenth of its cost. */
  callDatabase: CallDatabase;
  /** Tells at once what other processes do. */
  notifications: Pick<Notifications, 'on' | 'isWorking'>;
  /** Reads the text of files away from this process. */
  extractFile?: ExtractFile;
  /** Keeps work alive that goes on after the response. */
  waitUntil: (work: Promise<unknown>) => void;
  /** Aborted when the server is about to end. */
  shutdown: AbortSignal;
  /** Aborted before that: streams that go on for as long as somebody listens are ended. */
  draining: AbortSignal;
  /** Told which endpoint the request being answered is for. */
  onRoute: (route: string) => void;
  /** Told of each reply that is begun. */
  onReply: (ended: Promise<void>) => void;
  /** Told of failures that callers learn nothing of. */
  onError: (error: unknown) => void;
  /** Writes a line to the log that is not about a failure. */
  log: (line: string) => void;
  /** Stores the last checkpoint of the audit log outside the database. */
  lastCheckpoint?: LastCheckpoint;
}

/** Answers one request of a function. */
export type FunctionHandler = (request: Request) => Promise<Response>;

/** A function as this server runs it. */
export interface FunctionModule {
  createHandler(
    environment: FunctionEnvironment,
    dependencies: FunctionDependencies,
  ): FunctionHandler;
  /**
   * Tidies up after a process that ended before this one.
   * @param solitary no other process can be working on the same data
   */
  start?(
    environment: FunctionEnvironment,
    dependencies: FunctionDependencies,
    situation: { solitary: boolean },
  ): Promise<unknown>;
  /** Ends what a process that is gone has left unfinished: called every few seconds where there are several. */
  rescue?(environment: FunctionEnvironment, dependencies: FunctionDependencies): Promise<unknown>;
  /** Tidies up from time to time, for as long as the process lives. */
  sweep?(environment: FunctionEnvironment, dependencies: FunctionDependencies): Promise<unknown>;
}
