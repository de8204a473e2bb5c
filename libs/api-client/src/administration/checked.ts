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
 * The input with its defaults filled in.
 * @throws ApiError with 'path: message' entries joined by commas
 */
export function checked<Input>(schema: InputSchema<Input>, input: unknown): Input {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new ApiError('validation_failed', describeIssues(result.error), 422);
}
