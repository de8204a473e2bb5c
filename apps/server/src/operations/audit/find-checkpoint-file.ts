import { existsSync } from 'node:fs';
import type { Database } from '../../data/database/index.ts';
import { checkpointFile, type CheckpointFile } from '../../data/secrets/checkpoint-file.ts';

/**
 * Returns the file with the last checkpoint of a database; undefined if the database is that of a Supabase project, or
 * its data folder is not on this computer.
 */
export async function findCheckpointFile(
  database: Database,
  dataDir: string,
): Promise<CheckpointFile | undefined> {
  const [ours] = await database.query("select to_regclass('embedded.lease') as name");
  return ours?.['name'] !== null && existsSync(dataDir) ? checkpointFile(dataDir) : undefined;
}
