import { readFile } from 'node:fs/promises';
import {
  hashCheckpoint,
  readCheckpoint as verifyCheckpoint,
  type Checkpoint,
} from '../../../../../supabase/functions/audit/read-checkpoint.ts';
import { parseStatement } from '../../../../../supabase/functions/audit/checkpoint-store.ts';
import { signStatement } from '../../../../../supabase/functions/_shared/domain/audit/statements.ts';
import { createFolderStorage, storedFile } from '../../data/files/folder-storage.ts';
import { isSystemError } from '../../http/system-error.ts';
import { AuditCommandError } from './audit-errors.ts';
import { checkChain, readPosition } from './check-chain.ts';
import { CHECKPOINTS_BUCKET, readChainStanding, type AuditLogAccess } from './compare-log.ts';
import { findMismatch, readCheckpoint } from './stored-checkpoint.ts';
import { ASIDE, storeNote, type RestoreNote } from './restore-notes.ts';

/** The checkpoints of the bucket. */
interface Stored {
  /** Files that the log does not extend, or that no known key has signed. */
  misfits: string[];
  /** The contents of the misfits. */
  refuted: Checkpoint[];
  /** The newest one that the log extends. */
  newest: Checkpoint | undefined;
}

/**
 * Accepts the log as it is, e.g. after a restore: moves checkpoints that it does not extend aside, with a signed note
 * that gives the reason, and replaces the last checkpoint by one of the present head. The chain itself must be valid.
 * @param request another checkpoint that is stored elsewhere, and the reason
 * @returns a message with the result
 * @throws {AuditCommandError} if the log extends every checkpoint and none is missing, or the checkpoints are elsewhere
 */
export async function acceptRestored(
  log: AuditLogAccess,
  request: { checkpoint?: string; reason: string },
): Promise<string> {
  const { database, storageDir, keys, checkpointFile } = log;
  if (!checkpointFile)
    throw new AuditCommandError(
      'The stored checkpoints are not on this computer: the database belongs to a Supabase project, or the data folder is elsewhere. Nothing was changed.',
    );
  await checkChain(database);
  const elsewhere = request.checkpoint && (await readCheckpoint(request.checkpoint, keys));
  const stored = await readStored(log);
  const { problem } = await readChainStanding(log);
  const last = await verifyCheckpoint(await checkpointFile.read(), keys.known);
  const refuted = new Map<string, RestoreNote['accepted'][number]>();
  for (const one of [...stored.refuted, last, elsewhere]) {
    if (!one || (await findMismatch(database, one)) === undefined) continue;
    const { seq, hash, madeAt } = one;
    refuted.set(`${seq} ${hash}`, { seq, hash, madeAt });
  }
  if (!problem && stored.misfits.length + refuted.size === 0)
    throw new AuditCommandError('Every checkpoint fits the log: there is nothing to accept.');

  const { seq, hash, entries } = await readPosition(database);
  const acceptedAt = new Date().toISOString();
  const folder = acceptedAt.replaceAll(':', '-');
  const storage = createFolderStorage(storageDir);
  await database.transaction(async (transaction) => {
    for (const key of stored.misfits) {
      const aside = `${folder}/${key}`;
      await storage
        .copyObject(CHECKPOINTS_BUCKET, key, undefined, ASIDE, aside, undefined)
        // The list has a row without a file, e.g. after the file was renamed.
        .catch((error: unknown) => {
          if (!isSystemError(error, 'ENOENT')) throw error;
        });
      await transaction.query(
        'update storage.objects set bucket_id = $1, name = $2 where bucket_id = $3 and name = $4',
        [ASIDE, aside, CHECKPOINTS_BUCKET, key],
      );
    }
    await storeNote(transaction, storageDir, keys, `${folder}/note.json`, {
      kind: 'audit-restore-note',
      reason: request.reason,
      acceptedAt,
      head: { seq, hash },
      accepted: [...refuted.values()],
    });
  });
  for (const key of stored.misfits) await storage.deleteObject(CHECKPOINTS_BUCKET, key, undefined);
  if (problem) {
    const numbers = [...stored.refuted, stored.newest, last].map((one) => one?.number ?? 0);
    const checkpoint = {
      kind: 'audit-checkpoint',
      // Used numbers are not reused. The server copies the checkpoint to the bucket.
      number: Math.max(...numbers) + 1,
      previous: await hashCheckpoint(stored.newest),
      seq,
      hash,
      entries,
      madeAt: acceptedAt,
    };
    await checkpointFile.write(await signStatement(keys.signing, checkpoint));
  }
  const summary =
    refuted.size > 0
      ? `Accepted that ${refuted.size === 1 ? '1 checkpoint tells' : `${refuted.size} checkpoints tell`} of more than there is.`
      : 'Accepted the log without the checkpoints that are missing or damaged.';
  return `${summary} The log ends with entry ${seq}; the next checkpoint starts from there. The reason is stored, signed, in ${ASIDE}/${folder}/note.json.`;
}

async function readStored({ database, storageDir, keys }: AuditLogAccess): Promise<Stored> {
  const rows = await database.query<{ key: string }>(
    'select name as key from storage.objects where bucket_id = $1 order by name collate "C"',
    [CHECKPOINTS_BUCKET],
  );
  const stored: Stored = { misfits: [], refuted: [], newest: undefined };
  for (const { key } of rows) {
    const file = storedFile(storageDir, CHECKPOINTS_BUCKET, key);
    const text = await readFile(file, 'utf8').catch(() => '');
    const checkpoint = await verifyCheckpoint(parseStatement(text), keys.known);
    if (checkpoint && (await findMismatch(database, checkpoint)) === undefined) {
      stored.newest = checkpoint;
      continue;
    }
    stored.misfits.push(key);
    if (checkpoint) stored.refuted.push(checkpoint);
  }
  return stored;
}
