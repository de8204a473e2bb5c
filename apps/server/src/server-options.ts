import type { AuditSettings } from '../../../supabase/functions/audit/audit-settings.ts';
import type { ExtractFile } from '../../../supabase/functions/_shared/domain/extract/extracted-file.ts';
import type { Database } from './data/database/index.ts';
import type { FunctionEnvironment, FunctionModule } from './gateways/functions/function-handler.ts';
import type { RateLimits } from './data/database/rate-limits.ts';
import type { AccountRules } from './gateways/auth/account-rules.ts';
import type { SignInProvider } from './gateways/auth/providers/provider-settings.ts';
import type { ScimSettings } from './gateways/scim/scim-settings.ts';
import type { SignUpRule } from './gateways/auth/sign-up-rule.ts';
import type { SendMail } from './mail/mail.ts';
import type { TlsFiles } from './http/tls-files.ts';
import type { MetricsAddress } from './operations/monitoring/metrics.ts';
import type { OnRequest } from './operations/monitoring/request-log.ts';
import type { CheckpointFile } from './data/secrets/checkpoint-file.ts';
import type { Secrets } from './data/secrets/secrets.ts';
import type { LocalCopies } from './gateways/pages/local-copies.ts';
import type { StaticOptions } from './gateways/pages/static-gateway.ts';

/** Options of an installation. */
export interface ServerOptions {
  /** Prepared: see `prepareDatabase`. The caller that opened it closes it. */
  database: Database;
  /**
   * No other server uses the database: replies that are unfinished at the start belong to a process that no longer
   * runs.
   */
  solitary?: boolean;
  secrets: Secrets;
  /** The public address of the site, e.g. `http://localhost:4200`; mailed links start with it. */
  siteUrl: string;
  /** Additional origins of the same site, e.g. its other names: mails may link to them too. */
  siteOrigins?: readonly string[];
  /** Origins that may send cross-origin requests; none by default, because the site is one origin. */
  corsOrigins?: readonly string[];
  /** Folder of stored files. */
  storageDir: string;
  static: StaticOptions;
  productName?: string;
  /** An email or web address that the page 'About this installation' shows. */
  contact?: string;
  /** Shown to users as a badge: the demo provider generates the replies. */
  demoMode?: boolean;
  /** The database has the demo accounts: the sign-in screen offers them. */
  hasDemo?: boolean;
  /** Addresses and networks of proxies with a trusted X-Forwarded-For. */
  trustedProxies?: readonly string[];
  rateLimits?: Partial<RateLimits>;
  /** Sends mails. Without it they are stored: see `mailbox`. */
  sendMail?: SendMail;
  /** Rule for self-registration; open to everyone by default. */
  signUp?: SignUpRule;
  /** Identity providers, through which people of some mail domains sign in; none by default. */
  providers?: readonly SignInProvider[];
  /** Access of the organisation's directory, which manages accounts; none by default. */
  scim?: ScimSettings;
  /** Who needs a second factor, and how long sessions last; optional and without limits by default. */
  accounts?: AccountRules;
  /** Database of places in the format of MaxMind, for the places of sessions; none by default. */
  placesFile?: string;
  /** Users may sign in with a mailed link; false by default. */
  magicLink?: boolean;
  /** Where browsers store conversations that were shown; in memory by default. */
  localCopies?: LocalCopies;
  /**
   * Browsers that store conversations on the device also store the app, so that it starts without a connection; true by
   * default. False removes it from them.
   */
  offlineStart?: boolean;
  /**
   * Shows stored mails on /_mailbox. By default only if the site's address is on this computer: behind a proxy that
   * sends no headers about its visitors, all of them would pass as local.
   */
  mailbox?: boolean;
  functions?: Readonly<Record<string, FunctionModule>>;
  functionSettings?: Pick<
    FunctionEnvironment,
    | 'ai'
    | 'clamav'
    | 'dailyReplies'
    | 'demoDelayMs'
    | 'embeddings'
    | 'orgDomains'
    | 'prices'
    | 'replyDeadlineSeconds'
    | 'firstWordSeconds'
    | 'aiPlace'
    | 'aiConnections'
    | 'sendsPerMinute'
    | 'uploadsPerMinute'
    | 'filesMaxGb'
    | 'webResearch'
  > & { audit?: Partial<AuditSettings> };
  /** Extracts the text of files outside this process; without it files are read in this process. */
  extractFile?: ExtractFile;
  /** Versions of the migrations that the server requires to be ready. */
  migrations?: readonly string[];
  /** Returns whether the folder of stored files exists; true by default. */
  isStorageThere?: () => Promise<boolean>;
  /** Called for every request from the network. */
  onRequest?: OnRequest;
  /** Called for each reply that starts. */
  onReply?: (ended: Promise<unknown>) => void;
  /** Stores the last checkpoint of the audit log outside the database; not stored by default. */
  checkpointFile?: CheckpointFile;
  /** Receives lines that are not about failures, e.g. one for each checkpoint of the audit log. */
  logInfo?: (line: string) => void;
  /** Receives one line per internal error, without SQL and without values. */
  log?: (line: string) => void;
}

/** Options for starting a backend. */
export interface BackendOptions extends Partial<
  Omit<ServerOptions, 'checkpointFile' | 'database' | 'secrets' | 'static'>
> {
  host: string;
  /** 0 for any unused one. */
  port: number;
  /**
   * Stores database, files and secrets. Without it `databaseUrl` and `storageDir` are required, and secrets are not
   * stored.
   */
  dataDir?: string;
  /** PostgreSQL instead of the embedded database. */
  databaseUrl?: string;
  migrationsDir: string;
  /** Demo data for a new database; if omitted, no data is seeded. */
  seedDir?: string;
  /** No demo accounts, now or later. */
  production?: boolean;
  static: ServerOptions['static'];
  /** Serves HTTPS with this certificate. */
  tls?: TlsFiles;
  /** Wait during a shutdown, so that load balancers stop sending requests; no wait by default. */
  drainMs?: number;
  /** Subsequent wait for running replies to finish; no wait by default. */
  repliesMs?: number;
  /** Counts events, and serves the counters at a separate address. */
  metrics?: MetricsAddress;
  onProgress?: (line: string) => void;
}
