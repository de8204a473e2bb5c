import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { hash } from 'bcrypt';
import type { ReceivedMail } from '../mail/mailbox.ts';
import type { RateLimits } from '../data/database/rate-limits.ts';
import type { BackendOptions } from '../server-options.ts';
import { startBackend, type Backend } from '../start-backend.ts';
import { checkpointFile, storeStartCheckpoint } from '../data/secrets/checkpoint-file.ts';
import { loadSecrets } from '../data/secrets/load-secrets.ts';
import { startInTurns } from './in-turns.ts';
import { freePort } from '../http/free-port.ts';
import type { Preparation } from './prepared-databases.ts';
import { createScratchDatabase } from './scratch-postgres.ts';
import { inTurns } from './test-databases.ts';

/** Storage of a test: a folder, with its own PostgreSQL, or an existing database, with or without a folder. */
export type TestStorage = { dataDir: string } | { databaseUrl: string; dataDir?: string };

export interface TestServerOptions extends Partial<
  Omit<BackendOptions, 'dataDir' | 'databaseUrl'>
> {
  /** By default a new database on the tests' PostgreSQL, which is dropped at the end. */
  database?: TestStorage;
  /** Adds the demo data of supabase/seed; false by default. */
  seed?: boolean;
}

export interface TestUser {
  id: string;
  email: string;
  password: string;
}

export interface Session {
  accessToken: string;
  refreshToken: string;
  userId: string;
}

export interface TestServer {
  url: string;
  publishableKey: string;
  secretKey: string;
  jwtSecret: string;
  /** Waits until the mails that were requested are sent. @returns them in sending order */
  mails(): Promise<readonly ReceivedMail[]>;
  /** @throws if no mail was sent to the address */
  lastMailLink(email: string): Promise<string>;
  /** Creates a confirmed account with the password `Passw0rd!` by default. */
  createUser(email: string, password?: string): Promise<TestUser>;
  /** @throws if the account or the password is wrong */
  signIn(email: string, password: string): Promise<Session>;
  /** Calls the server with a session, with the secret key, or anonymously. */
  call(path: string, init?: RequestInit & { as?: Session | 'service' }): Promise<Response>;
  stop(): Promise<void>;
}

const root = resolve(import.meta.dirname, '../../../..');

/** High enough for any test that is not about limits. */
const NO_LIMITS: RateLimits = {
  signInPerAccount: { points: 1e6, seconds: 1 },
  signInPerAddress: { points: 1e6, seconds: 1 },
  signUpPerAddress: { points: 1e6, seconds: 1 },
  verifyPerAddress: { points: 1e6, seconds: 1 },
  providerPerAddress: { points: 1e6, seconds: 1 },
  passkeyPerAddress: { points: 1e6, seconds: 1 },
  scimPerAddress: { points: 1e6, seconds: 1 },
  factorPerSession: { points: 1e6, seconds: 1 },
  factorPerUser: { points: 1e6, seconds: 1 },
  passwordPerUser: { points: 1e6, seconds: 1 },
  changesPerDirectory: { points: 1e6, seconds: 1 },
  changesPerUser: { points: 1e6, seconds: 1 },
  noticesPerUser: { points: 1e6, seconds: 1 },
  mailPerRecipient: { points: 1e6, seconds: 1 },
  mailPerRecipientHourly: { points: 1e6, seconds: 1 },
  mailPerAddress: { points: 1e6, seconds: 1 },
};

/** Cost of bcrypt: cheap, for tests that are not about sign-in. */
const LOWEST_COST = 4;

/** Starts the whole backend on a free port, for tests over HTTP. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { database, seed = false, ...overrides } = options;
  const scratch = await mkdtemp(join(tmpdir(), 'homie-test-'));
  const preparation = {
    migrationsDir: overrides.migrationsDir ?? join(root, 'supabase/migrations'),
    ...(seed ? { seedDir: join(root, 'supabase/seed') } : {}),
  };
  const prepared = await locate(database, preparation);
  const settings: BackendOptions = {
    host: '127.0.0.1',
    port: 0,
    ...preparation,
    storageDir: join(scratch, 'storage'),
    static: {
      shellDir: join(scratch, 'shell'),
      remotesDir: join(scratch, 'remotes'),
      manifestFile: join(scratch, 'remotes.json'),
    },
    rateLimits: NO_LIMITS,
    ...prepared.location,
    ...overrides,
  };
  const { backends, url, stop } = prepared.two
    ? await startTwo(settings, scratch)
    : await startOne(settings);
  const [{ secrets }] = backends;
  const mails = async () => {
    await Promise.all(backends.map(({ outbox }) => outbox.settled()));
    return backends
      .flatMap((backend) => backend.mails())
      .sort((one, other) => one.sentAt.localeCompare(other.sentAt));
  };

  const call = createCall(url, secrets);

  return {
    url,
    ...secrets,
    mails,
    call,
    async lastMailLink(email) {
      const mail = (await mails()).findLast(({ to }) => to === email.toLowerCase());
      if (!mail) throw new Error(`no mail to ${email}`);
      return mail.link;
    },
    async createUser(email, password = 'Passw0rd!') {
      const response = await call('/auth/v1/admin/users', {
        as: 'service',
        method: 'POST',
        body: JSON.stringify({
          email,
          password_hash: await hash(password, LOWEST_COST),
          email_confirm: true,
        }),
      });
      if (!response.ok) throw new Error(`cannot create ${email}: ${await response.text()}`);
      const { id } = (await response.json()) as { id: string };
      return { id, email, password };
    },
    async signIn(email, password) {
      const response = await call('/auth/v1/token?grant_type=password', {
        method: 'POST',
        body: JSON.stringify({ email, password }),
      });
      if (!response.ok) throw new Error(`cannot sign ${email} in: ${await response.text()}`);
      const body = (await response.json()) as {
        access_token: string;
        refresh_token: string;
        user: { id: string };
      };
      return {
        accessToken: body.access_token,
        refreshToken: body.refresh_token,
        userId: body.user.id,
      };
    },
    async stop() {
      await stop();
      await prepared.remove();
      await rm(scratch, { recursive: true, force: true });
    },
  };
}

/** Creates the function that calls a server with its keys. */
export function createCall(
  url: string,
  keys: Pick<TestServer, 'publishableKey' | 'secretKey'>,
): TestServer['call'] {
  return (path, { as, ...init } = {}) => {
    const headers = new Headers(init.headers);
    const key = as === 'service' ? keys.secretKey : keys.publishableKey;
    if (!headers.has('apikey')) headers.set('apikey', key);
    if (typeof as === 'object') headers.set('authorization', `Bearer ${as.accessToken}`);
    if (typeof init.body === 'string' && !headers.has('content-type'))
      headers.set('content-type', 'application/json');
    return fetch(new URL(path, url), { ...init, headers });
  };
}

/** One or more backends behind one address. */
interface Running {
  backends: readonly [Backend, ...Backend[]];
  url: string;
  stop(): Promise<void>;
}

async function startOne(settings: BackendOptions): Promise<Running> {
  const backend = await startBackend(settings);
  return { backends: [backend], url: backend.url, stop: () => backend.shutDown() };
}

/**
 * Creates the data folder of a database that was prepared without one.
 * @param signingKey of the audit log; by default the one of the folder
 */
export async function createDataFolder(dataDir: string, signingKey?: string): Promise<void> {
  const { auditSigningKey } = await loadSecrets(dataDir);
  await storeStartCheckpoint(checkpointFile(dataDir), signingKey ?? auditSigningKey);
}

/** Starts two backends on the same data, which receive requests in turn. */
async function startTwo(options: BackendOptions, dataDir: string): Promise<Running> {
  await createDataFolder(dataDir, options.functionSettings?.audit?.signingKey);
  const settings = { ...options, dataDir };
  const ports = [await freePort(), await freePort()] as const;
  const both = await startInTurns(ports);
  const siteUrl = settings.siteUrl ?? both.url;
  const start = (port: number) => startBackend({ ...settings, siteUrl, port });
  const backends = [await start(ports[0]), await start(ports[1])] as const;
  return {
    backends,
    url: both.url,
    async stop() {
      // The last responses to open connections pass through the proxy, so it closes last.
      await Promise.all(backends.map((backend) => backend.shutDown()));
      await both.close();
    },
  };
}

/** Returns the location of the database. A new one is prepared; an existing one is used unchanged. */
async function locate(
  database: TestStorage | undefined,
  preparation: Preparation,
): Promise<{ location: TestStorage; two: boolean; remove: () => Promise<void> }> {
  if (database) return { location: database, two: false, remove: async () => {} };
  const { databaseUrl, drop } = await createScratchDatabase(preparation);
  return { location: { databaseUrl }, two: inTurns, remove: drop };
}
