import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { startBackend } from '../start-backend.ts';
import { TEMPLATE_LOCK } from './prepared-databases.ts';
import { testPostgresUrl } from './scratch-postgres.ts';

const root = resolve(import.meta.dirname, '../../../..');

/**
 * Copies the data folder of a server that has started once with the demo data: the first start is most of the work of a
 * test that needs an embedded PostgreSQL.
 * @param folder must not exist, or be empty
 */
export async function copyDataFolder(folder: string): Promise<void> {
  const prepared = await preparedFolder();
  if (process.platform === 'win32') return cp(prepared, folder, { recursive: true });
  await mkdir(folder, { recursive: true });
  // Retains the owner, which a start would set for each file.
  await promisify(execFile)('cp', ['-a', `${prepared}/.`, folder]);
}

/** Returns the folder that is copied. The first process that needs it creates it. */
async function preparedFolder(): Promise<string> {
  const folder = join(tmpdir(), 'homie-prepared');
  if (existsSync(folder)) return folder;
  const lock = postgres(testPostgresUrl(), { max: 1, onnotice: () => {} });
  try {
    await lock`select pg_advisory_lock(${TEMPLATE_LOCK})`;
    if (existsSync(folder)) return folder;
    const dataDir = await mkdtemp(join(tmpdir(), 'homie-unfinished-'));
    const backend = await startBackend({
      host: '127.0.0.1',
      port: 0,
      dataDir,
      migrationsDir: join(root, 'supabase/migrations'),
      seedDir: join(root, 'supabase/seed'),
      static: {
        shellDir: dataDir,
        remotesDir: dataDir,
        manifestFile: join(dataDir, 'remotes.json'),
      },
    });
    await backend.shutDown();
    await rename(dataDir, folder);
    return folder;
  } finally {
    // Releases the lock.
    await lock.end();
  }
}
