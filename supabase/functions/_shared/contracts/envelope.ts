import * as z from 'zod/mini';

/** What every call of the `conversations` function sends. GET parameters travel in the query of `endpoint`. */
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

/** What every call answers when it fails: a sentence for the person, a code for the program. */
export interface FailureResponse {
  ok: false;
  error: string;
  code: string;
  details?: unknown;
}

/** A list as every listing answers it. */
export function rowsSchema<Row extends z.ZodMiniType>(row: Row) {
  return z.object({ rows: z.array(row) });
}
