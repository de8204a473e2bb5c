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

/** What every call answers when it fails. */
export const failureResponseSchema = z.object({
  ok: z.literal(false),
  error: z.string(),
  code: z.string(),
  details: z.optional(z.unknown()),
});
export type FailureResponse = z.infer<typeof failureResponseSchema>;

/** What a call answers when it succeeds, with its data. */
export function successResponseSchema<Data extends z.ZodMiniType>(data: Data) {
  return z.object({ ok: z.literal(true), data });
}

/** A list as every listing answers it. */
export function rowsSchema<Row extends z.ZodMiniType>(row: Row) {
  return z.object({ rows: z.array(row) });
}

/** The data of a call that has nothing to say but that it worked. */
export const acknowledgedSchema = z.null();
