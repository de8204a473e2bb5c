import type { AuditManifest, FinishedExport } from '@homie/contracts';
import { AppError } from '@homie/contracts/requests';
import { AUDIT_EXPORT_MAX, idSchema } from '@homie/contracts';
import { manifestSchema } from '@homie/contracts/admin';
import * as z from 'zod/mini';
import { signStatement } from '../../_shared/domain/audit/statements.ts';
import { readData } from '../../_shared/http/data-access.ts';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import { requireOutcome, type AuditContext } from '../context.ts';
import { makeCheckpoint } from '../make-checkpoint.ts';

const parametersSchema = z.object({ id: idSchema('Invalid export ID') });
const answerSchema = z.looseObject({ outcome: z.string() });

/** POST /exports/{id}/manifest: finishes an export with a signed manifest of its contents, and a checkpoint. */
export async function finishExport(
  context: AuditContext,
  { parameters }: RoutedCall,
): Promise<FinishedExport> {
  const { id } = parseInput(parametersSchema, parameters);
  const { outcome, ...summary } = await readData(
    context.server.rpc('sum_up_audit_export', {
      user_id: context.userId,
      export_id: id,
      row_cap: AUDIT_EXPORT_MAX,
    }),
    answerSchema,
    ({ code, message }) => (code === 'PT404' ? new AppError('not_found', message) : undefined),
  );
  requireOutcome(outcome);
  const manifest: AuditManifest = manifestSchema.parse({
    kind: 'audit-export',
    exportId: id,
    ...summary,
    madeAt: new Date().toISOString(),
  });
  const { signing } = await context.keys();
  return {
    manifest: await signStatement(signing, manifest),
    checkpoint: await makeCheckpoint(context),
  };
}
