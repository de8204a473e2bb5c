import {
  checkpointSchema,
  type AuditCheckpoint,
  type AuditProblem,
  type SignedStatement,
} from '@homie/contracts/admin';
import * as z from 'zod/mini';
import { readStatement, signStatement } from '../_shared/domain/audit/statements.ts';
import { readData, type DataClient } from '../_shared/http/data-access.ts';
import type { CheckpointStore } from './checkpoint-store.ts';
import type { AuditKeys } from './keys.ts';

const positionSchema = z.object({
  seq: z.int(),
  hash: z.string(),
  entries: z.int(),
  hashAt: z.nullable(z.string()),
});

/** What checkpoints are made with. */
export interface CheckpointContext {
  /** Acts as the server. */
  server: DataClient;
  store: CheckpointStore;
  keys: () => Promise<AuditKeys>;
}

/** Where the chain stands, and how that fits the last checkpoint. */
export interface ChainStanding {
  head: { seq: number; hash: string };
  entries: number;
  last: (Pick<AuditCheckpoint, 'seq' | 'madeAt'> & { statement: SignedStatement }) | null;
  problem: AuditProblem | null;
}

/** Compares the chain with the last checkpoint. @throws AppError unavailable */
export async function compareWithCheckpoint(context: CheckpointContext): Promise<ChainStanding> {
  const { server, store } = context;
  const [statement, { known }] = await Promise.all([store.latest(), context.keys()]);
  const said = statement && (await readStatement(statement, known, checkpointSchema));
  const { hashAt, entries, ...head } = await readData(
    server.rpc('audit_position', { at_seq: said?.seq ?? null }),
    positionSchema,
  );
  const last = statement && said ? { seq: said.seq, madeAt: said.madeAt, statement } : null;
  return { head, entries, last, problem: problemOf() };

  function problemOf(): AuditProblem | null {
    if (statement === undefined) return null;
    if (!said) return { code: 'checkpoint_invalid', seq: null, entryId: null };
    if (said.seq > head.seq)
      return { code: 'checkpoint_beyond_end', seq: head.seq + 1, entryId: null };
    // The empty chain has no link; its hash is known.
    if (said.seq > 0 && said.hash !== hashAt)
      return { code: 'checkpoint_differs', seq: said.seq, entryId: null };
    return null;
  }
}

/**
 * Signs where the chain stands, unless the last checkpoint says so already. A chain that does not fit the last one gets
 * no new one: it would hide what the old one shows.
 * @returns the checkpoint of where the chain stands; null when it does not fit
 * @throws AppError unavailable
 */
export async function makeCheckpoint(
  context: CheckpointContext,
  standing: ChainStanding,
): Promise<SignedStatement | null> {
  const { head, entries, last, problem } = standing;
  if (problem) return null;
  if (last?.seq === head.seq) return last.statement;
  const checkpoint: AuditCheckpoint = {
    kind: 'audit-checkpoint',
    ...head,
    entries,
    madeAt: new Date().toISOString(),
  };
  const { signing } = await context.keys();
  const statement = await signStatement(signing, checkpoint);
  try {
    await context.store.put(checkpoint, statement);
  } catch (error) {
    // Somebody else may have put one there at the same moment, which is as good.
    const now = await compareWithCheckpoint(context);
    if (now.last?.seq !== head.seq) throw error;
  }
  return statement;
}
