import type { AuditSettings } from '../../../supabase/functions/audit/audit-settings.ts';
import type { ExtractFile } from '../../../supabase/functions/_shared/domain/extract/extract-file.ts';
import type { Database } from './data/database/index.ts';
import type { FunctionEnvironment, FunctionModule } from './gateways/functions/function-handler.ts';
import type { RateLimits } from './data/database/rate-limits.ts';
import type { SignUpRule } from './gateways/auth/index.ts';
import type { CheckMail, SendMail } from './mail/mail.ts';
import type { OnRequest } from './operations/monitoring/request-log.ts';
import type { CheckpointFile } from './data/secrets/checkpoint-file.ts';
import type { Secrets } from './data/secrets/secrets.ts';
import type { StaticOptions } from './gateways/pages/static-gateway.ts';

/** What makes one installation differ from another. */
export interface ServerOptions {
  /** Prepared: see `prepareDatabase`. Closed by who opened it. */
  database: Database;
  /** No other server uses the database: replies that are unfinished at the start belong to a process that is gone. */
  solitary?: boolean;
  secrets: Secrets;
  /** The address that people open, e.g. `http://localhost:4200`; mailed links begin with it. */
  siteUrl: string;
  /** Further origins of the same site, e.g. its other names: mails may lead there too. */
  siteOrigins?: readonly string[];
  /** Origins whose pages may call this server; none by default, as the site is one origin. */
  corsOrigins?: readonly string[];
  /** Folder of stored files. */
  storageDir: string;
  static: StaticOptions;
  productName?: string;
  /** An email or web address that the page 'About this installation' shows. */
  contact?: string;
  /** Shown to people as a badge: replies are made up by the demo provider. */
  demoMode?: boolean;
  /** Addresses and networks of proxies whose X-Forwarded-For is believed. */
  trustedProxies?: readonly string[];
  rateLimits?: Partial<RateLimits>;
  /** Sends mails. Without it they are kept: see `mailbox`. */
  sendMail?: SendMail;
  /** Whether they could be sent now. */
  checkMail?: CheckMail;
  /** Who may make an account; anybody unless given. */
  signUp?: SignUpRule;
  /**
   * Shows kept mails on /_mailbox. By default where the site's address is one on this computer:
   * behind a proxy on it, that says nothing of its visitors, they would all pass as local.
   */
  mailbox?: boolean;
  functions?: Readonly<Record<string, FunctionModule>>;
  functionSettings?: Pick<
    FunctionEnvironment,
    | 'ai'
    | 'clamav'
    | 'dailyReplies'
    | 'demoDelayMs'
    | 'orgDomains'
    | 'replyDeadlineSeconds'
    | 'sendsPerMinute'
    | 'uploadsPerMinute'
    | 'webResearch'
  > & { audit?: Partial<AuditSettings> };
  /** Reads the text of files away from this process; without it they are read in it. */
  extractFile?: ExtractFile;
  /** Versions of the migrations without which the server is not ready. */
  migrations?: readonly string[];
  /** Whether the folder of stored files is there; it is unless given. */
  isStorageThere?: () => Promise<boolean>;
  /** Told of every request that came over the network. */
  onRequest?: OnRequest;
  /** Told of every reply that is begun. */
  onReply?: (ended: Promise<unknown>) => void;
  /** Stores the last checkpoint of the audit log outside the database; nothing does unless given. */
  checkpointFile?: CheckpointFile;
  /** Gets lines that are not about failures, e.g. one for each checkpoint of the audit log. */
  logInfo?: (line: string) => void;
  /** Gets one line per internal error, without SQL and without values. */
  log?: (line: string) => void;
}
