import * as z from 'zod/mini';
import { readData } from '../../_shared/http/data-access.ts';
import { compareWithCheckpoint, makeCheckpoint } from '../checkpoints.ts';
import { requireOutcome, type AuditContext } from '../context.ts';

const begunSchema = z.object({ outcome: z.string() });

/** Begins a verification: where the chain stands, and what the last checkpoint says of it. */
export async function beginVerification(context: AuditContext) {
  const { outcome } = await readData(
    context.server.rpc('begin_audit_verification', { user_id: context.userId }),
    begunSchema,
  );
  requireOutcome(outcome);
  const standing = await compareWithCheckpoint(context);
  await makeCheckpoint(context, standing);
  const { head, entries, last, problem } = standing;
  const checkpoint = last && {
    seq: last.seq,
    madeAt: last.madeAt,
    keyId: last.statement.keyId,
  };
  return { head, entries, checkpoint, problem };
}
