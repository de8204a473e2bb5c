import * as z from 'zod/mini';
import { readData } from '../../_shared/http/data-access.ts';
import { compareWithCheckpoint } from '../compare-with-checkpoint.ts';
import { requireOutcome, type AuditContext } from '../context.ts';
import { makeCheckpoint } from '../make-checkpoint.ts';
import { isStart } from '../read-checkpoint.ts';

const startedSchema = z.object({ outcome: z.string() });

/** POST /verifications: starts a verification; returns the head of the chain, compared with the last checkpoint. */
export async function startVerification(context: AuditContext) {
  const { outcome } = await readData(
    context.server.rpc('begin_audit_verification', { user_id: context.userId }),
    startedSchema,
  );
  requireOutcome(outcome);
  const { head, entries, last, isOutside, problem } = await compareWithCheckpoint(context);
  await makeCheckpoint(context);
  const checkpoint =
    last && !isStart(last)
      ? {
          seq: last.seq,
          madeAt: last.madeAt,
          keyId: last.statement.keyId,
          outsideDatabase: isOutside,
        }
      : null;
  return { head, entries, checkpoint, problem };
}
