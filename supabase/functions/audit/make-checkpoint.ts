import type { AuditCheckpoint, SignedStatement } from '@homie/contracts/admin';
import { signStatement } from '../_shared/domain/audit/statements.ts';
import type { CheckpointContext } from './checkpoint-context.ts';
import { compareWithCheckpoint } from './compare-with-checkpoint.ts';
import { hashCheckpoint } from './read-checkpoint.ts';

const ATTEMPTS = 3;

/**
 * Signs the head of the chain, unless the last checkpoint covers it already. Signs nothing if the chain does not extend
 * the last checkpoint: a new one would hide the difference. Stores the checkpoint outside the database and writes it to
 * the log before it writes the copy to the bucket.
 * @returns the checkpoint of the head; null if the chain does not fit
 * @throws AppError unavailable
 */
export async function makeCheckpoint(context: CheckpointContext): Promise<SignedStatement | null> {
  const { anchor, lastCheckpoint } = context;
  const statement = await (lastCheckpoint
    ? lastCheckpoint.lock(() => make(context))
    : make(context));
  if (statement) await anchor?.send(statement);
  return statement;
}

async function make(context: CheckpointContext, attempt = 1): Promise<SignedStatement | null> {
  const { lastCheckpoint, store } = context;
  const { head, entries, last, isInBucket, isOutside, problem } =
    await compareWithCheckpoint(context);
  if (problem) return null;
  if (last && !isOutside) await lastCheckpoint?.write(last.statement);
  if (last && !isInBucket) await store.put(last.number, last.statement);
  if (last?.seq === head.seq) return last.statement;

  const number = (last?.number ?? 0) + 1;
  const checkpoint: AuditCheckpoint = {
    kind: 'audit-checkpoint',
    number,
    previous: await hashCheckpoint(last),
    ...head,
    entries,
    madeAt: new Date().toISOString(),
  };
  const { signing } = await context.keys();
  const statement = await signStatement(signing, checkpoint);
  await lastCheckpoint?.write(statement);
  context.log(`audit checkpoint ${head.seq} ${head.hash}`);
  try {
    await store.put(number, statement);
  } catch (error) {
    // Without a lock, another process may have stored a checkpoint with this number concurrently.
    const now = await compareWithCheckpoint(context);
    if (attempt === ATTEMPTS || !now.isInBucket || (now.last?.number ?? 0) < number) throw error;
    return make(context, attempt + 1);
  }
  return statement;
}
