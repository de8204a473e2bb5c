import { existsSync } from 'node:fs';
import type { Database } from './database.ts';
import { clusterAddress, createCluster } from './embedded/cluster.ts';
import { NoEmbeddedPostgresError } from './embedded/find-programs.ts';
import { supervisePostgres } from './embedded/supervise.ts';
import { openPostgres, type ConnectionLimits } from './open-postgres.ts';

/** The given database cannot be used. */
class DatabaseUnavailableError extends Error {}

/** Location of the data: the folder of an embedded PostgreSQL, or the address of an external one. */
export type DatabaseLocation =
  | {
      folder: string;
      /** Another process runs it: only connect. */
      isRunning?: boolean;
    }
  | { databaseUrl: string };

/** Options for opening a database. */
export interface OpenOptions {
  limits?: ConnectionLimits;
  /** Receives a line when the embedded PostgreSQL has exited by itself. */
  log?: (line: string) => void;
}

/**
 * Connects to PostgreSQL, after starting the embedded one, which creates its files at the first start. Creates nothing
 * in the database: see `prepareDatabase`.
 * @throws {DatabaseUnavailableError}
 */
export async function openDatabase(
  location: DatabaseLocation,
  options: OpenOptions = {},
): Promise<Database> {
  try {
    if ('databaseUrl' in location)
      return await openPostgres({ url: location.databaseUrl }, options.limits);
    return await (location.isRunning
      ? openPostgres(await clusterAddress(location.folder), options.limits)
      : openEmbedded(location.folder, options));
  } catch (cause) {
    throw new DatabaseUnavailableError(describeFailure(location, cause), { cause });
  }
}

async function openEmbedded(folder: string, { limits, log }: OpenOptions): Promise<Database> {
  if (!existsSync(folder)) await createCluster(folder);
  const server = await supervisePostgres(folder, { ...(log && { log }) });
  try {
    const database = await openPostgres(await clusterAddress(folder), limits);
    let closed: Promise<void> | undefined;
    return {
      ...database,
      downFor: server.downFor,
      close: () => (closed ??= database.close().finally(server.stop)),
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/**
 * Describes why a database cannot be opened. Shows only the host of an address: the remainder contains the credentials.
 */
function describeFailure(location: DatabaseLocation, cause: unknown): string {
  const reason = cause instanceof Error ? cause.message : String(cause);
  if (cause instanceof NoEmbeddedPostgresError) return reason;
  if ('databaseUrl' in location) {
    const { host } = new URL(location.databaseUrl);
    return `The database at ${host} cannot be reached: ${reason}. Check DATABASE_URL.`;
  }
  return `The database in ${location.folder} cannot be opened: ${reason}`;
}
