import { describeMessages } from '@homie/contracts';
import { AppError, validationIssues } from '@homie/contracts/requests';
import type * as z from 'zod/mini';

/**
 * Parses a caller's input with a schema of the contracts. Ignores unknown fields.
 * @throws AppError validation_failed, with an error message for the user and the failed rules in its details
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
