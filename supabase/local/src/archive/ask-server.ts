import * as z from 'zod/mini';
import type { DataFolderInUseError } from '../lock/data-folder-lock.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { ArchiveError } from './archive-line.ts';
import { BACKUP_PATH } from './answer-operator.ts';
import type { ArchiveSummary } from './write-archive.ts';

const answerSchema = z.object({
  tables: z.int(),
  rows: z.int(),
  files: z.int(),
  filesGone: z.int(),
});

/** Has the server that runs on a data folder write an archive. @throws {ArchiveError} when it does not */
export async function askServer(
  { inUse, local }: DataFolderInUseError,
  { secretKey }: Secrets,
  file: string,
): Promise<ArchiveSummary> {
  const told = new ArchiveError(`${inUse} It does not make backups: stop it first.`);
  if (local === undefined) throw told;
  const response = await fetch(new URL(BACKUP_PATH, local), {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ file }),
  }).catch(() => undefined);
  if (!response) throw told;
  const body: unknown = await response.json().catch(() => undefined);
  const answer = answerSchema.safeParse(body);
  if (answer.success) return answer.data;
  const refusal = z.safeParse(z.object({ message: z.string() }), body);
  throw refusal.success ? new ArchiveError(refusal.data.message) : told;
}
