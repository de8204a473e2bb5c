import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The name of a migration file. */
interface MigrationFile {
  /** 14 digits, the time of its creation. */
  version: string;
  name: string;
  file: string;
}

/** A migration file with its content. */
export interface Migration extends MigrationFile {
  sql: string;
}

const FILE_NAME = /^(\d{14})_([a-z0-9_]+)\.sql$/;
/** PL/pgSQL writes its `begin` without a semicolon, so this matches only statements of SQL itself. */
const TRANSACTION_CONTROL = /^[^\S\n]*(begin|commit|rollback|start\s+transaction)\s*;/im;

/**
 * Lists `supabase/migrations` in order.
 * @throws on a misnamed file or a duplicate version
 */
export async function listMigrations(folder: string): Promise<MigrationFile[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const migrations = files.map((file) => {
    const [, version, name] = FILE_NAME.exec(file) ?? [];
    if (!version || !name) throw new Error(`Migration ${file} is not named <14 digits>_<name>.sql`);
    return { version, name, file };
  });
  for (const [index, migration] of migrations.entries()) {
    if (migrations[index - 1]?.version === migration.version)
      throw new Error(`Two migrations have the version ${migration.version}`);
  }
  return migrations;
}

/**
 * Reads `supabase/migrations` in order.
 * @throws on a misnamed file, a duplicate version, or a migration that would commit or roll back the transaction it
 *   runs in
 */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const migrations = await listMigrations(folder);
  return Promise.all(
    migrations.map(async (migration): Promise<Migration> => {
      const sql = await readFile(join(folder, migration.file), 'utf8');
      if (TRANSACTION_CONTROL.test(sql))
        throw new Error(`Migration ${migration.file} controls its own transaction; it must not`);
      return { ...migration, sql };
    }),
  );
}
