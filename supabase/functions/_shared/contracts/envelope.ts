import * as z from 'zod/mini';

/** Request body of every call of the `conversations` function. GET parameters are in the query of `endpoint`. */
export const callRequestSchema = z.object({
  endpoint: z
    .string('endpoint must be a path')
    .check(
      z.startsWith('/', 'endpoint must start with /'),
      z.maxLength(2048, 'endpoint is too long'),
    ),
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE'], 'method must be GET, POST, PUT or DELETE'),
  body: z.optional(z.unknown()),
});
export type CallRequest = z.infer<typeof callRequestSchema>;

/** Response of every failed call: an error message for the user, a code for the program. */
export interface FailureResponse {
  ok: false;
  error: string;
  code: string;
  details?: unknown;
}

/** Returns the schema of a list response. */
export function rowsSchema<Row extends z.ZodMiniType>(row: Row) {
  return z.object({ rows: z.array(row) });
}
