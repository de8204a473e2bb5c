import { AppError } from '@homie/contracts/requests';
import {
  auditExportSchema,
  startAuditExportSchema,
  type AuditExport,
} from '@homie/contracts/admin';
import * as z from 'zod/mini';
import { readData } from '../../_shared/http/data-access.ts';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import { requireOutcome, type AuditContext } from '../context.ts';

const answerSchema = z.object({
  outcome: z.string(),
  ...z.partial(auditExportSchema).shape,
  secondsLeft: z.optional(z.int()),
});

/** POST /exports: starts an export of the entries that exist now; later entries are not in it. */
export async function startExport(
  { server, settings, userId }: AuditContext,
  { body }: RoutedCall,
): Promise<AuditExport> {
  const { filter, format } = parseInput(startAuditExportSchema, body);
  const { outcome, id, upTo, secondsLeft } = await readData(
    server.rpc('begin_audit_export', {
      user_id: userId,
      filter,
      format,
      exports_per_hour: settings.exportsPerHour,
    }),
    answerSchema,
  );
  requireOutcome(outcome);
  if (outcome === 'rate_limited') throw tooMany(settings.exportsPerHour, secondsLeft ?? 0);
  return auditExportSchema.parse({ id, upTo });
}

function tooMany(perHour: number, secondsLeft: number): AppError {
  const minutes = Math.max(Math.ceil(secondsLeft / 60), 1);
  const exports = perHour === 1 ? '1 export' : `${perHour} exports`;
  const wait = minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return new AppError(
    'rate_limited',
    `You have started ${exports} in an hour, which is the limit. Please try again in ${wait}.`,
    { retryAfter: Math.max(secondsLeft, 1) },
  );
}
