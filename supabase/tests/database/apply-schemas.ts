import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '@homie/server';
import { readSchemaPaths } from '../../../tools/migrations/migration.mjs';

const supabaseDir = join(import.meta.dirname, '../..');

/** Lists every SQL file in `supabase/schemas`, relative to `supabase`. */
export function listSchemaFiles(): string[] {
  return readdirSync(join(supabaseDir, 'schemas'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sql'))
    .map((file) => `schemas/${file.replaceAll('\\', '/')}`);
}

/** Applies the declarative schemas to a database that has the system schema. */
export async function applySchemas(database: Database): Promise<void> {
  await database.transaction(async (transaction) => {
    for (const path of readSchemaPaths(supabaseDir))
      await transaction.exec(readFileSync(join(supabaseDir, path), 'utf8'));
  });
}
