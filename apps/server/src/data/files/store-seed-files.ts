import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as z from 'zod/mini';
import type { Database } from '../database/index.ts';

const rowsSchema = z.array(z.object({ path: z.string(), mime: z.string() }));

/**
 * Stores the files of the demo's documents, from the folder of the demo data, unless they are stored already.
 * @param store stores a file of a bucket, given as `bucket/key`
 */
export async function storeSeedFiles(
  database: Database,
  folder: string,
  store: (path: string, file: { mime: string; bytes: Uint8Array<ArrayBuffer> }) => Promise<void>,
): Promise<void> {
  const rows = await database.query(`
    select supabase_path as path, mime
    from public.document_versions
    where supabase_path like 'documents/seed/%'
      and not exists (select from storage.objects where bucket_id || '/' || name = supabase_path)
  `);
  for (const { path, mime } of rowsSchema.parse(rows)) {
    const bytes = new Uint8Array(await readFile(join(folder, basename(path))));
    await store(path, { mime, bytes });
  }
}
