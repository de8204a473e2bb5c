import { parseRetryHint } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import { DISK_FULL, classifyTrouble, type Trouble } from '../../data/database/index.ts';

const databaseErrorSchema = z.object({
  code: z.string().check(z.regex(/^[0-9A-Z]{5}$/)),
  message: z.string(),
  detail: z.optional(z.nullable(z.string())),
  hint: z.optional(z.nullable(z.string())),
});

/** HTTP statuses of SQLSTATEs as PostgREST maps them; the longest prefix wins, all others are 400. */
const STATUS: readonly (readonly [prefix: string, status: number])[] = [
  ['08', 503],
  ['09', 500],
  ['0L', 403],
  ['0P', 403],
  ['23503', 409],
  ['23505', 409],
  ['25', 500],
  ['28', 403],
  ['2D', 500],
  ['38', 500],
  ['39', 500],
  ['3B', 500],
  ['40', 500],
  ['53400', 500],
  ['53', 503],
  ['54', 500],
  ['55', 500],
  ['57', 500],
  ['58', 500],
  ['F0', 500],
  ['HV', 500],
  ['P0001', 400],
  ['P0', 500],
  ['XX', 500],
  ['42501', 403],
  ['42883', 404],
  ['42P01', 404],
  ['42P17', 500],
];

/** SQLSTATEs with which our functions choose the status. */
const CHOSEN_STATUS = /^PT([2-5]\d\d)$/;

/** Returns whether lite generated invalid SQL for the request. Its message would quote that SQL. */
export function isSyntaxError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '42601';
}

/** Matches errors of lite's parsers for some invalid input: plain errors that quote it. */
const UNREADABLE = / at position \d+|^invalid (column|table) reference /;

/** Returns PostgREST's response to a database error; undefined if `error` is none. */
export function answerDatabaseError(error: unknown): Response | undefined {
  if (error instanceof Error && UNREADABLE.test(error.message))
    return Response.json(
      { code: 'PGRST100', message: error.message, details: null, hint: null },
      { status: 400 },
    );
  const trouble = answerTrouble(classifyTrouble(error));
  if (trouble) return trouble;
  const parsed = databaseErrorSchema.safeParse(error);
  if (!parsed.success) return undefined;
  const { code, message, detail = null, hint = null } = parsed.data;
  const usual = STATUS.find(([prefix]) => code.startsWith(prefix))?.[1] ?? 400;
  const status = Number(CHOSEN_STATUS.exec(code)?.[1] ?? usual);
  if (isSyntaxError(error))
    return Response.json(
      { code: 'PGRST100', message: 'The request is not valid.', details: null, hint: null },
      { status: 400 },
    );
  // Clients get no details of the database's own errors.
  const body =
    status >= 500
      ? { code, message: 'An unexpected error occurred.', details: null, hint: null }
      : { code, message, details: detail, hint };
  const wait = status === 429 ? parseRetryHint(hint) : undefined;
  return Response.json(body, {
    status,
    ...(wait !== undefined && { headers: { 'retry-after': String(wait) } }),
  });
}

/**
 * Returns whether the database refused a request, which is not a failure of the server: the metrics count it, and nothing
 * is logged.
 */
export function isRefusal(error: unknown): boolean {
  return (answerDatabaseError(error)?.status ?? 500) < 500;
}

/** Returns the response while no request can be served; undefined if there is no trouble. */
export function answerTrouble(trouble: Trouble | undefined): Response | undefined {
  switch (trouble) {
    case 'unavailable':
      return restTrouble(503, 'PGRST001', 'The database is unavailable. Please try again.');
    case 'full':
      return restTrouble(507, '53100', DISK_FULL);
    case 'too slow':
      return restTrouble(504, '57014', 'The request took too long and was stopped.');
    case undefined:
      return undefined;
  }
}

function restTrouble(status: number, code: string, message: string): Response {
  return Response.json(
    { code, message, details: null, hint: null },
    { status, headers: { 'retry-after': '1' } },
  );
}
