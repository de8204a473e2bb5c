import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { serverStorage } from '../../../supabase/functions/_shared/http/file-storage.ts';
import { createServer, type Server } from './create-server.ts';
import { databaseFolder, prepareDataFolder } from './data/installation/prepare-data-folder.ts';
import {
  hasDemoAccounts,
  listMigrations,
  openDatabase,
  prepareDatabase,
  requireSuitableDatabase,
  type Database,
  type DatabaseLocation,
  type ConnectionLimits,
} from './data/database/index.ts';
import { storeSeedFiles } from './data/files/store-seed-files.ts';
import { listen } from './http/listen.ts';
import { createMetrics } from './operations/monitoring/metrics.ts';
import { joinInstallation } from './data/installation/join-installation.ts';
import { ensureStorageId, readStorageId } from './data/installation/storage-id.ts';
import { lockDataFolder, shareDataFolder } from './data/lock/data-folder-lock.ts';
import {
  checkpointFile,
  checkpointInMemory,
  storeStartCheckpoint,
} from './data/secrets/checkpoint-file.ts';
import { loadSecrets } from './data/secrets/load-secrets.ts';
import { generateSecrets, type Secrets } from './data/secrets/secrets.ts';
import type { SecondFactorRule } from './gateways/auth/account-rules.ts';
import { SCIM_ID } from './gateways/auth/providers/provider-settings.ts';
import { setRetention } from './operations/audit/manage-log.ts';
import type { BackendOptions } from './server-options.ts';

/** A running backend. */
export interface Backend extends Server {
  url: string;
  /** The database has demo accounts, which have public passwords. */
  hasDemo: boolean;
  /** At least one user is an administrator. */
  hasAdmin: boolean;
  secrets: Secrets;
  /** Port of the metrics, if they are served. */
  metricsPort?: number;
  /** Stops running requests, work in the background, database and lock, in order. */
  shutDown(): Promise<void>;
  /** Aborts the waits of a shutdown. */
  hurry(): void;
}

/** The database has demo accounts, so that anyone who knows this product could sign in. */
class DemoAccountsError extends Error {
  constructor() {
    super(
      'This database holds the demo accounts, whose password everybody knows. Start with a new database: another HOMIE_DATA or DATABASE_URL.',
    );
  }
}

const GRACE_MS = 2_000;

/** Same limits as on hosted projects. */
const LIMITS: ConnectionLimits = { statementMs: 8_000, idleInTransactionMs: 60_000 };

/** Starts everything in order: port, lock, secrets, database, migrations, seed, server. */
export async function startBackend(options: BackendOptions): Promise<Backend> {
  const { dataDir, databaseUrl, onProgress = () => {} } = options;
  const undo: (() => Promise<void>)[] = [];
  try {
    const listener = await listen(options);
    undo.unshift(() => listener.close(GRACE_MS));
    const localOrigins = listOrigins(options, listener.port);
    const siteUrl = options.siteUrl ?? localOrigins[0] ?? '';

    if (dataDir !== undefined) {
      await prepareDataFolder(dataDir);
      const lock = await (databaseUrl === undefined
        ? lockDataFolder(dataDir, siteUrl)
        : shareDataFolder(dataDir, siteUrl));
      undo.splice(1, 0, lock.release);
    }
    const secrets = dataDir === undefined ? generateSecrets() : await loadSecrets(dataDir);
    const lastCheckpoint = dataDir === undefined ? checkpointInMemory() : checkpointFile(dataDir);
    const startLog = () =>
      storeStartCheckpoint(
        lastCheckpoint,
        options.functionSettings?.audit?.signingKey ?? secrets.auditSigningKey,
      );
    // A key that is not stored has signed nothing before.
    if (dataDir === undefined) await startLog();
    const storageDir =
      options.storageDir ?? (dataDir === undefined ? '' : join(dataDir, 'storage'));

    onProgress(databaseUrl === undefined ? 'Opening the database' : 'Connecting to the database');
    const database = await openDatabase(locate(options), {
      limits: LIMITS,
      log: options.log ?? (() => {}),
    });
    undo.splice(1, 0, database.close);
    if (databaseUrl !== undefined)
      await requireSuitableDatabase(database, options.log ?? (() => {}));
    await prepareDatabase(database, {
      migrationsDir: options.migrationsDir,
      ...(options.seedDir === undefined ? {} : { seedDir: options.seedDir }),
      neverSeed: options.production ?? false,
      onNew: startLog,
      onProgress,
    });
    await applyRetention(database, options.functionSettings?.audit?.retentionDays);
    await applySignUpRule(database, options.signUp?.needsApproval ?? false);
    await applySecondFactorRule(database, options.accounts?.secondFactor ?? 'optional');
    await applyProviders(database, options);
    const hasDemo = await hasDemoAccounts(database);
    if (hasDemo && options.production) throw new DemoAccountsError();
    const storageId = dataDir === undefined ? undefined : await ensureStorageId(storageDir);
    if (storageId !== undefined && databaseUrl !== undefined) {
      undo.splice(1, 0, await joinInstallation(database, { secrets, storageId }));
    }
    const metrics = options.metrics && (await createMetrics());
    metrics?.watchDatabase(database.use);
    const served = options.metrics && (await metrics?.listen(options.metrics));
    if (served) undo.splice(1, 0, served.close);
    const server = await createServer({
      ...options,
      migrations: (await listMigrations(options.migrationsDir)).map(({ version }) => version),
      ...(storageId !== undefined && {
        isStorageThere: async () => (await readStorageId(storageDir)) === storageId,
      }),
      onRequest: (request) => {
        metrics?.request(request);
        options.onRequest?.(request);
      },
      onReply: (ended) => metrics?.reply(ended),
      siteOrigins: [...localOrigins, ...(options.siteOrigins ?? [])],
      siteUrl,
      storageDir,
      hasDemo,
      database,
      solitary: databaseUrl === undefined,
      secrets,
      checkpointFile: lastCheckpoint,
    });
    metrics?.watchMails(server.outbox.count);
    if (hasDemo && options.seedDir !== undefined)
      await storeSeedFiles(database, options.seedDir, (path, { mime, bytes }) =>
        serverStorage({
          supabaseUrl: siteUrl,
          serviceRoleKey: secrets.secretKey,
          fetch: async (input, init) => server.fetch(new Request(input, init)),
        }).put(path, bytes, mime),
      ).catch((error: unknown) => options.log?.(`demo files are not stored: ${String(error)}`));
    // Concurrently: the listener stops accepting connections, and the server stops the replies that open connections
    // wait for.
    const hurry = new AbortController();
    undo[0] = async () => {
      server.drain();
      await pause(options.drainMs ?? 0, hurry.signal);
      const { repliesMs = 0 } = options;
      const stopped = server.stop({ repliesMs, restMs: GRACE_MS, hurry: hurry.signal });
      await Promise.all([listener.close(GRACE_MS, stopped), stopped]);
    };
    listener.attach(server.fetch);
    const people = { hasDemo, hasAdmin: await hasAdmin(database) };
    return {
      ...server,
      ...people,
      ...(served && { metricsPort: served.port }),
      url: siteUrl,
      secrets,
      shutDown: once(() => inOrder(undo)),
      hurry: () => hurry.abort(),
    };
  } catch (error) {
    await inOrder(undo);
    throw error;
  }
}

function locate({ dataDir, databaseUrl }: BackendOptions): DatabaseLocation {
  if (databaseUrl !== undefined) return { databaseUrl };
  if (dataDir === undefined) throw new TypeError('a data folder or a database address is needed');
  return { folder: databaseFolder(dataDir) };
}

/** Stores the retention period in the database: the server's own key may only purge by the stored one. */
async function applyRetention(database: Database, days: number | undefined): Promise<void> {
  // A test server may have other tables instead of ours.
  const [found] = await database.query(
    "select to_regprocedure('private.set_audit_retention(integer)') as name",
  );
  if (found?.['name'] !== null) await setRetention(database, days ?? null);
}

async function applySignUpRule(database: Database, needsApproval: boolean): Promise<void> {
  // A test server may have other tables instead of ours.
  const [found] = await database.query("select to_regclass('private.sign_up_rule') as name");
  if (found?.['name'] !== null)
    await database.query('update private.sign_up_rule set needs_approval = $1', [needsApproval]);
}

/** Stores in the database who needs a second factor: the database decides. */
async function applySecondFactorRule(database: Database, demand: SecondFactorRule): Promise<void> {
  // A test server may have other tables instead of ours.
  const [found] = await database.query(
    "select to_regprocedure('private.set_second_factor_rule(text)') as name",
  );
  if (found?.['name'] !== null)
    await database.query('select private.set_second_factor_rule($1)', [demand]);
}

/** Stores in the database the highest role that each identity provider may give: the database decides. */
async function applyProviders(
  database: Database,
  { providers = [], scim }: Pick<BackendOptions, 'providers' | 'scim'>,
): Promise<void> {
  // A test server may have other tables instead of ours.
  const [found] = await database.query(
    "select to_regprocedure('private.set_sign_in_providers(jsonb)') as name",
  );
  if (found?.['name'] === null) return;
  const limits = {
    ...Object.fromEntries(providers.map(({ id, roleLimit }) => [id, roleLimit])),
    ...(scim && { [SCIM_ID]: scim.roleLimit }),
  };
  await database.query('select private.set_sign_in_providers($1::jsonb)', [limits]);
}

async function hasAdmin(database: Database): Promise<boolean> {
  // A test server may have other tables instead of ours.
  const [people] = await database.query("select to_regclass('public.users') as name");
  if (people?.['name'] === null) return false;
  const found = await database.query(
    `select 1 as found from public.users join public.roles on roles.id = users.role_id
     where roles.name = 'admin' limit 1`,
  );
  return found.length > 0;
}

/** Returns the origins for which a browser on this computer reaches a server on loopback. */
function listOrigins({ host, tls }: Pick<BackendOptions, 'host' | 'tls'>, port: number): string[] {
  const names =
    host === '127.0.0.1' || host === 'localhost' || host === '0.0.0.0'
      ? ['localhost', '127.0.0.1']
      : [host.includes(':') ? `[${host}]` : host];
  return names.map((name) => `${tls ? 'https' : 'http'}://${name}:${port}`);
}

async function inOrder(steps: readonly (() => Promise<void>)[]): Promise<void> {
  for (const step of steps) await step();
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
}

function pause(milliseconds: number, hurry: AbortSignal): Promise<void> {
  return delay(milliseconds, undefined, { signal: hurry }).catch(() => undefined);
}
