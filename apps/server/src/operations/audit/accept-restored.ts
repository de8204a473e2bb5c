import { readFile } from 'node:fs/promises';
import type { AuditCheckpoint } from '@homie/contracts';
import { createFolderStorage, storedFile } from '../../data/files/folder-storage.ts';
import { AuditCommandError } from './audit-errors.ts';
import { checkChain, readPosition } from './check-chain.ts';
import type { KeptLog } from './check-log.ts';
import { misfitOf, readCheckpoint, readSaid } from './kept-checkpoint.ts';
import { ASIDE, keepNote } from './restore-notes.ts';

const BUCKET = 'audit-checkpoints';

/** A checkpoint among the files that the log does not fit. */
interface Misfit {
  key: string;
  /** Undefined when nobody known has signed it. */
  said: AuditCheckpoint | undefined;
}

/**
 * Accepts that the log is that of a backup: checkpoints from after it are set aside, with a signed note that says why, and
 * the next one is signed from where the log stands now. The log itself has to be in order.
 * @param request a checkpoint that was kept elsewhere, too, and the reason
 * @returns what was done
 * @throws {AuditCommandError} when every checkpoint fits
 */
export async function acceptRestored(
  log: KeptLog,
  request: { checkpoint?: string; reason: string },
): Promise<string> {
  const { database, storageDir, keys } = log;
  await checkChain(database);
  const kept = request.checkpoint && (await readCheckpoint(request.checkpoint, keys));
  const elsewhere = kept && (await misfitOf(database, kept)) !== undefined ? [kept] : [];
  const misfits = await findMisfits(log);
  if (misfits.length + elsewhere.length === 0)
    throw new AuditCommandError('Every checkpoint fits the log: there is nothing to accept.');

  const { seq, hash } = await readPosition(database);
  const acceptedAt = new Date().toISOString();
  const folder = acceptedAt.replaceAll(':', '-');
  const accepted = [...misfits.flatMap(({ said }) => said ?? []), ...elsewhere].map(
    (checkpoint) => ({
      seq: checkpoint.seq,
      hash: checkpoint.hash,
      madeAt: checkpoint.madeAt,
    }),
  );
  const storage = createFolderStorage(storageDir);
  await database.transaction(async (transaction) => {
    for (const { key } of misfits) {
      const aside = `${folder}/${key}`;
      await storage.copyObject(BUCKET, key, undefined, ASIDE, aside, undefined);
      await transaction.query(
        'update storage.objects set bucket_id = $1, name = $2 where bucket_id = $3 and name = $4',
        [ASIDE, aside, BUCKET, key],
      );
    }
    const { reason } = request;
    await keepNote(transaction, storageDir, keys, `${folder}/note.json`, {
      kind: 'audit-restore-note',
      reason,
      acceptedAt,
      head: { seq, hash },
      accepted,
    });
  });
  for (const { key } of misfits) await storage.deleteObject(BUCKET, key, undefined);
  return `Accepted that ${misfits.length + elsewhere.length} checkpoints tell of more than there is. The log ends with entry ${seq}; the next checkpoint starts from there. Why stands, signed, in ${ASIDE}/${folder}/note.json.`;
}

async function findMisfits({ database, storageDir, keys }: KeptLog): Promise<Misfit[]> {
  const kept = await database.query<{ key: string }>(
    'select name as key from storage.objects where bucket_id = $1 order by name',
    [BUCKET],
  );
  const misfits: Misfit[] = [];
  for (const { key } of kept) {
    const text = await readFile(storedFile(storageDir, BUCKET, key), 'utf8').catch(() => '');
    const said = await readSaid(text, keys);
    if (!said || (await misfitOf(database, said)) !== undefined) misfits.push({ key, said });
  }
  return misfits;
}
