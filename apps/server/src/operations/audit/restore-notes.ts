import { readFile } from 'node:fs/promises';
import { signedStatementSchema } from '@homie/contracts/admin';
import * as z from 'zod/mini';
import type { AuditKeys } from '../../../../../supabase/functions/audit/keys.ts';
import {
  readStatement,
  signStatement,
} from '../../../../../supabase/functions/_shared/domain/audit/statements.ts';
import type { Database, Queryable } from '../../data/database/index.ts';
import { createFolderStorage, storedFile } from '../../data/files/folder-storage.ts';

/** Bucket for checkpoints that a restored log does not extend, with the reason. */
export const ASIDE = 'audit-checkpoints-set-aside';

const noteSchema = z.object({
  kind: z.literal('audit-restore-note'),
  reason: z.string(),
  acceptedAt: z.string(),
  /** Head of the log at that time. */
  head: z.object({ seq: z.int(), hash: z.string() }),
  /** Checkpoints of more entries, or of other ones. */
  accepted: z.array(z.object({ seq: z.int(), hash: z.string(), madeAt: z.string() })),
});
export type RestoreNote = z.infer<typeof noteSchema>;

/** Stores a signed note in the files of the installation. */
export async function storeNote(
  transaction: Queryable,
  storageDir: string,
  { signing }: AuditKeys,
  key: string,
  note: RestoreNote,
): Promise<void> {
  const bytes = new TextEncoder().encode(JSON.stringify(await signStatement(signing, note)));
  const type = 'application/json';
  const storage = createFolderStorage(storageDir);
  await storage.uploadObject(ASIDE, key, undefined, bytes, type, 'no-store');
  await transaction.query(
    'insert into storage.objects (bucket_id, name, metadata) values ($1, $2, $3::jsonb)',
    [ASIDE, key, { mimetype: type, size: bytes.length }],
  );
}

/** Reads all notes that were signed with one of our keys. */
export async function readNotes(
  database: Database,
  storageDir: string,
  { known }: AuditKeys,
): Promise<RestoreNote[]> {
  const restored = await database.query<{ key: string }>(
    "select name as key from storage.objects where bucket_id = $1 and name like '%/note.json' order by name",
    [ASIDE],
  );
  const notes = await Promise.all(
    restored.map(async ({ key }) => {
      try {
        const text = await readFile(storedFile(storageDir, ASIDE, key), 'utf8');
        return await readStatement(
          signedStatementSchema.parse(JSON.parse(text)),
          known,
          noteSchema,
        );
      } catch {
        return undefined;
      }
    }),
  );
  return notes.filter((note) => note !== undefined);
}
