import { App, setExperimental } from '@supabase/lite';
import type { StorageAdapter } from '../../data/files/storage-adapter.ts';
import type { Database } from '../../data/database/index.ts';
import type { Secrets } from '../../data/secrets/secrets.ts';
import { isRefusal } from '../rest/database-error.ts';
import { quietly } from './quiet-console.ts';

const ACCESS_TOKEN_SECONDS = 3600;
/** Longer than hosted's 6 digits: the mailed link is derived from the code and must not be guessed. */
const MAIL_CODE_DIGITS = 10;
const MAIL_LINK_SECONDS = 3600;
const MAX_ROWS = 1000;

interface LiteOptions {
  database: Database;
  secrets: Secrets;
  siteUrl: string;
  storage: StorageAdapter;
  /** Receives one line per internal error, without SQL and without values. */
  log: (line: string) => void;
}

const notOffered = async () => {
  throw new Error('this kind of mail is not offered');
};

/** Our own routes mail all links: lite's mailer knows neither `redirect_to` nor PKCE. */
const NO_MAILER: NonNullable<App['_mailer']> = {
  sendConfirmation: notOffered,
  sendRecovery: notOffered,
  sendMagicLink: notOffered,
  sendEmailChange: notOffered,
  sendReauthentication: notOffered,
};

/** The interface of `@supabase/lite` for the gateways. */
export interface Lite {
  fetch(request: Request): Promise<Response>;
}

/** Creates `@supabase/lite`, the auth, REST and storage behind the gateway. It is never called directly. */
export async function createLite(options: LiteOptions): Promise<Lite> {
  const { database, secrets, siteUrl, storage, log } = options;
  setExperimental('storage', true);
  const app = new App({
    connection: database.connection,
    api: {
      schemas: ['public'],
      extra_search_path: ['public', 'extensions'],
      max_rows: MAX_ROWS,
    },
    auth: {
      enabled: true,
      site_url: siteUrl,
      jwt_secret: secrets.jwtSecret,
      jwt_expiry: ACCESS_TOKEN_SECONDS,
      publishable_key: secrets.publishableKey,
      secret_key: secrets.secretKey,
      enable_signup: true,
      minimum_password_length: 6,
      email: {
        enable_signup: true,
        enable_confirmations: true,
        otp_length: MAIL_CODE_DIGITS,
        otp_expiry: MAIL_LINK_SECONDS,
      },
    },
    storage: { enabled: true, file_size_limit: '26MiB' },
    studio: { enabled: false },
    options: { server: { disableStudio: true, admin: false } },
  });
  app._mailer = NO_MAILER;
  app._storageAdapter = storage;
  await quietly(log, () => app.init());
  // Introspected once as the owner: within a request it would contain only the objects that the user may see.
  await database.connection.introspect({ useCache: true });
  return {
    async fetch(request) {
      const failures: string[] = [];
      const report = (line: string, words: readonly unknown[]) => {
        if (!words.some(isRefusal)) failures.push(line);
      };
      const response = await quietly(report, () => app.fetch(request, { peerAddress: null }));
      if (response.status >= 500) for (const line of failures) log(line);
      return response;
    },
  };
}
