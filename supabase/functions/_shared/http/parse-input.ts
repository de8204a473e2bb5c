import { describeMessages } from '@homie/contracts';
import { AppError, validationIssues } from '@homie/contracts/requests';
import type * as z from 'zod/mini';

/**
 * Takes what a caller sent as the contract has it. Unknown fields are ignored.
 * @throws AppError validation_failed, with a sentence for the person and the failed rules in its details
 */
export function parseInput<Schema extends z.ZodMiniType>(
  schema: Schema,
  input: unknown,
): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new AppError('validation_failed', describeMessages(result.error), {
    details: { issues: validationIssues(result.error) },
  });
}
