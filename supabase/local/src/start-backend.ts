import { join } from 'node:path';
import { createServer, type Server } from './create-server.ts';
import { prepareDataFolder } from './data-folder/prepare-data-folder.ts';
import { openDatabase, prepareDatabase, type DatabaseLocation } from './database/index.ts';
import { listen } from './http/listen.ts';
import { joinInstallation } from './installation/join-installation.ts';
import { ensureStorageId } from './installation/storage-id.ts';
import { lockDataFolder, shareDataFolder } from './lock/data-folder-lock.ts';
import { loadSecrets } from './secrets/load-secrets.ts';
import { generateSecrets, type Secrets } from './secrets/secrets.ts';
import type { ServerOptions } from './server-options.ts';

/** What a backend is started with. */
export interface BackendOptions extends Partial<
  Omit<ServerOptions, 'database' | 'secrets' | 'static'>
> {
  host: string;
  /** 0 for any free one. */
  port: number;
  /** Keeps database, files and secrets; none keeps nothing (`storageDir` is then needed). */
  dataDir?: string;
  /** PostgreSQL instead of the embedded database. */
  databaseUrl?: string;
  migrationsDir: string;
  /** Demo data for a new database; none seeds nothing. */
  seedDir?: string;
  static: ServerOptions['static'];
  onProgress?: (line: string) => void;
}

/** A running backend. */
export interface Backend extends Server {
  url: string;
  secrets: Secrets;
  /** Ends within a few seconds: running requests, work in the background, database, lock. */
  shutDown(): Promise<void>;
}

const GRACE_MS = 2_000;

/** Brings everything up in order: port, lock, secrets, database, migrations, seed, server. */
export async function startBackend(options: BackendOptions): Promise<Backend> {
  const { dataDir, databaseUrl, onProgress = () => {} } = options;
  const undo: (() => Promise<void>)[] = [];
  try {
    const listener = await listen(options);
    undo.unshift(() => listener.close(GRACE_MS));
    const localOrigins = originsOf(options.host, listener.port);
    const siteUrl = options.siteUrl ?? localOrigins[0] ?? '';

    if (dataDir !== undefined) {
      await prepareDataFolder(
        dataDir,
        databaseUrl === undefined ? ['database', 'storage'] : ['storage'],
      );
      const lock = await (databaseUrl === undefined
        ? lockDataFolder(dataDir, siteUrl, `http://127.0.0.1:${listener.port}`)
        : shareDataFolder(dataDir, siteUrl));
      undo.splice(1, 0, lock.release);
    }
    const secrets = dataDir === undefined ? generateSecrets() : await loadSecrets(dataDir);
    const storageDir =
      options.storageDir ?? (dataDir === undefined ? '' : join(dataDir, 'storage'));

    onProgress(databaseUrl === undefined ? 'Opening the database' : 'Connecting to the database');
    const database = await openDatabase(locate(dataDir, databaseUrl));
    undo.splice(1, 0, database.close);
    await prepareDatabase(database, {
      migrationsDir: options.migrationsDir,
      ...(options.seedDir === undefined ? {} : { seedDir: options.seedDir }),
      onProgress,
    });
    if (dataDir !== undefined && databaseUrl !== undefined) {
      const storageId = await ensureStorageId(storageDir);
      undo.splice(1, 0, await joinInstallation(database, { secrets, storageId }));
    }
    const server = await createServer({
      ...options,
      siteOrigins: [...localOrigins, ...(options.siteOrigins ?? [])],
      siteUrl,
      storageDir,
      database,
      secrets,
    });
    // Together: no new connections, and an end for the replies that the present ones wait for.
    undo[0] = async () =>
      void (await Promise.all([listener.close(GRACE_MS), server.stop(GRACE_MS)]));
    listener.attach(server.fetch);
    return { ...server, url: siteUrl, secrets, shutDown: once(() => inOrder(undo)) };
  } catch (error) {
    await inOrder(undo);
    throw error;
  }
}

function locate(dataDir: string | undefined, databaseUrl: string | undefined): DatabaseLocation {
  if (databaseUrl !== undefined) return { databaseUrl };
  return dataDir === undefined ? {} : { dataDir: join(dataDir, 'database') };
}

/** The names under which a browser on this computer reaches a server on loopback. */
function originsOf(host: string, port: number): string[] {
  const names =
    host === '127.0.0.1' || host === 'localhost' || host === '0.0.0.0'
      ? ['localhost', '127.0.0.1']
      : [host.includes(':') ? `[${host}]` : host];
  return names.map((name) => `http://${name}:${port}`);
}

async function inOrder(steps: readonly (() => Promise<void>)[]): Promise<void> {
  for (const step of steps) await step();
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
}
