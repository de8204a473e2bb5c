import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from './database.ts';
import { acquirePreparationLock } from './preparation-lock.ts';

/**
 * Fills a database with the demo data of `supabase/seed/*.sql`, in order of the file names, all
 * in one transaction and once only.
 * @returns whether it was applied now
 */
export async function applySeed(database: Database, folder: string): Promise<boolean> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  return database.transaction(async (transaction) => {
    await acquirePreparationLock(transaction);
    const [before] = await transaction.query('select 1 as done from embedded.seed');
    if (before) return false;
    for (const file of files) {
      try {
        await transaction.exec(await readFile(join(folder, file), 'utf8'));
      } catch (error) {
        throw new Error(`Seed ${file} failed: ${String(error)}`, { cause: error });
      }
    }
    await transaction.query('insert into embedded.seed (files) values ($1::text[])', [files]);
    return true;
  });
}

/** Records that this database gets no demo data, unless it has some already. */
export async function declineSeed(database: Database): Promise<void> {
  await database.query(
    "insert into embedded.seed (files) values ('{}') on conflict (only_row) do nothing",
  );
}

/** Returns whether the database has demo accounts, which have public passwords. */
export async function hasDemoAccounts(database: Database): Promise<boolean> {
  const found = await database.query(
    "select 1 as found from auth.users where email like '%@secondhomie.example' limit 1",
  );
  return found.length > 0;
}
