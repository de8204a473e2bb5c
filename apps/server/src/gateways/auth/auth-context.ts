import type { Database } from '../../data/database/index.ts';
import type { Caller } from '../../http/caller.ts';
import type { Limiter } from '../../data/database/rate-limits.ts';
import type { Lite } from '../lite/create-lite.ts';
import type { AccountNotices } from '../../mail/account-notices.ts';
import type { Outbox } from '../../mail/outbox.ts';
import type { Secrets } from '../../data/secrets/secrets.ts';
import type { Redirects } from './allowed-redirects.ts';
import type { LiveSessions } from './live-sessions.ts';
import type { RefuseNewPassword } from './password-rules.ts';
import type { FindPlace } from './open-places.ts';
import type { RelyingParty } from './passkeys/relying-party.ts';
import type { SignInProvider } from './providers/provider-settings.ts';
import type { SignUpRule } from './sign-up-rule.ts';
import type { AuthFlows } from '../../data/database/auth-flows.ts';

/** Context of the auth routes. */
export interface AuthContext {
  lite: Lite;
  database: Database;
  secrets: Secrets;
  siteUrl: string;
  productName: string;
  flows: AuthFlows;
  outbox: Pick<Outbox, 'add' | 'deliver'>;
  notices: Pick<AccountNotices, 'complete' | 'send'>;
  redirects: Redirects;
  limiter: Limiter;
  sessions: LiveSessions;
  signUp: SignUpRule;
  refuseNewPassword: RefuseNewPassword;
  /** Through which people of some mail domains sign in. */
  providers: readonly SignInProvider[];
  /** The site as authenticators know it; undefined if it offers no passkeys. */
  relyingParty: RelyingParty | undefined;
  /** Finds the place of an address; undefined without a database of places. */
  findPlace?: FindPlace;
  /** Users may sign in with a mailed link. */
  magicLink: boolean;
  /** Runs work in the background; the server waits for it before it stops. */
  waitUntil: (work: Promise<unknown>) => void;
}

/** Handles one kind of call. */
export type AuthRoute = (request: Request, caller: Caller) => Promise<Response>;
