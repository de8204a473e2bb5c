import { describeIssues } from '@homie/contracts';
import { ApiError } from '../http/api-error';

interface InputSchema<Input> {
  safeParse: (
    input: unknown,
  ) =>
    | { success: true; data: Input }
    | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } };
}

/**
 * Parses input with a schema and fills in its defaults.
 * @throws ApiError with 'path: message' entries joined by commas
 */
export function parseInput<Input>(schema: InputSchema<Input>, input: unknown): Input {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new ApiError('validation_failed', describeIssues(result.error), 422);
}
