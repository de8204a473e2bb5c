import type { AuditProblem } from '@homie/contracts';
import type { CheckpointContext } from './checkpoint-context.ts';
import { readNewest, type CheckpointStore } from './checkpoint-store.ts';
import { extendHash } from './extend-hash.ts';
import type { LastCheckpoint } from './last-checkpoint.ts';
import { hashCheckpoint, isStart, readCheckpoint, type Checkpoint } from './read-checkpoint.ts';

/** Maximum number of checkpoints read from the bucket to find the one that is stored outside the database. */
const SUCCESSORS_MAX = 1000;

/** Dependencies of the comparison. */
export interface ComparisonContext extends Pick<
  CheckpointContext,
  'digests' | 'keys' | 'position'
> {
  store: Pick<CheckpointStore, 'newestFirst'>;
  lastCheckpoint?: Pick<LastCheckpoint, 'read'> | undefined;
}

/** The head of the chain, and how the chain fits the last checkpoint. */
export interface ChainStanding {
  head: { seq: number; hash: string };
  entries: number;
  last: Checkpoint | undefined;
  /** The last checkpoint is in the bucket. */
  isInBucket: boolean;
  /** The last checkpoint is stored outside the database. */
  isOutside: boolean;
  problem: AuditProblem | null;
}

/**
 * Compares the chain with the last checkpoint: the one outside the database, or a successor of it in the bucket.
 * Reports missing checkpoints in the bucket too, unless only the last copy is missing: a process may stop before it
 * writes it.
 * @throws AppError unavailable
 */
export async function compareWithCheckpoint(context: ComparisonContext): Promise<ChainStanding> {
  const { store } = context;
  const { known } = await context.keys();
  // The bucket is written last, so it is read last.
  const outside = await readCheckpoint(await context.lastCheckpoint?.read(), known);
  const stored = await readCheckpoint(await readNewest(store), known);
  const isAhead = isLater(outside, stored);
  const [earlier, last] = isAhead ? [stored, outside] : [outside, stored];

  const misfit = earlier ? (await comparePosition(earlier)).misfit : null;
  const { position, misfit: lastMisfit } = await comparePosition(last ?? undefined);
  const { hashAt: _, entries, ...head } = position;
  const problem = await findProblem();
  return {
    head,
    entries,
    last: last ?? undefined,
    isInBucket: !isAhead || !outside || isStart(outside) || hasSameNumber(outside, stored),
    isOutside: last !== undefined && last?.statement.payload === outside?.statement.payload,
    problem,
  };

  async function findProblem(): Promise<AuditProblem | null> {
    if (outside === null || stored === null)
      return { code: 'checkpoint_invalid', seq: null, entryId: null };
    const isFirstOfRelease = stored?.number === 0;
    if (context.lastCheckpoint && !outside && !isFirstOfRelease)
      return { code: 'checkpoint_file_missing', seq: null, entryId: null };
    if (outside && !(await isContinued(outside, stored)))
      return { code: 'checkpoint_missing', seq: outside.seq, entryId: null };
    if (misfit ?? lastMisfit) return misfit ?? lastMisfit;
    // The database may return false data for a moment: the hash of the head is computed before it is signed.
    if (last && (await extendHash(context, last, head.seq)) !== head.hash)
      return { code: 'link_changed', seq: head.seq, entryId: null };
    return null;
  }

  /** Returns true if the bucket has the checkpoint, its successors, or everything but the last copy. */
  async function isContinued(from: Checkpoint, to: Checkpoint | undefined): Promise<boolean> {
    if (isStart(from) && !to) return true;
    if (!isAhead) return from.number === to?.number || isSuccessor(from);
    if (hasSameNumber(from, to)) return true;
    return from.previous === (await hashCheckpoint(to)) && lastMisfit === null;
  }

  /** Returns true if the newest checkpoint of the bucket is chained to an earlier one. */
  async function isSuccessor(from: Checkpoint): Promise<boolean> {
    const start = await hashCheckpoint(from);
    let next: Checkpoint | undefined;
    for await (const statement of store.newestFirst(SUCCESSORS_MAX)) {
      const found = await readCheckpoint(statement, known);
      if (!found || (next && next.previous !== (await hashCheckpoint(found)))) return false;
      if (found.previous === start) return true;
      next = found;
    }
    return false;
  }

  async function comparePosition(checkpoint: Checkpoint | undefined) {
    const position = await context.position(checkpoint?.seq ?? null);
    return { position, misfit: checkpoint ? findMismatch(checkpoint, position) : null };
  }
}

function findMismatch(
  { seq, hash }: Checkpoint,
  head: { seq: number; hashAt: string | null },
): AuditProblem | null {
  if (seq > head.seq) return { code: 'checkpoint_beyond_end', seq: head.seq + 1, entryId: null };
  // The empty chain has no link; its hash is known.
  if (seq > 0 && hash !== head.hashAt) return { code: 'checkpoint_differs', seq, entryId: null };
  return null;
}

/** Two processes that lost their lock may sign the same number: either is valid if the chain fits both. */
function hasSameNumber(one: Checkpoint, other: Found): boolean {
  return one.number > 0 && one.number === other?.number;
}

type Found = Checkpoint | null | undefined;

function isLater(one: Found, other: Found): boolean {
  if (!one || !other) return Boolean(one);
  return one.number === other.number ? one.seq > other.seq : one.number > other.number;
}
