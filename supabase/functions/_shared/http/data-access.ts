import type { ErrorCode } from '@homie/contracts';
import type { Database, DatabaseFunction } from '@homie/contracts/database';
import { AppError, parseRetryHint } from '@homie/contracts/requests';
import { PostgrestClient } from '@supabase/postgrest-js';
import * as z from 'zod/mini';

/** Client of the REST API. A schema parses each response. */
export type DataClient = PostgrestClient<Database>;

interface DataService {
  supabaseUrl: string;
  fetch: typeof fetch;
}

/** Creates a client that acts as the caller, under row-level security. */
export function callerClient(
  service: DataService & { anonKey: string },
  token: string,
): DataClient {
  return dataClient(service, { Authorization: `Bearer ${token}`, apikey: service.anonKey });
}

/** Creates a client that acts as the server. Only for data that no caller may write. */
export function serviceClient(service: DataService & { serviceRoleKey: string }): DataClient {
  return dataClient(service, {
    Authorization: `Bearer ${service.serviceRoleKey}`,
    apikey: service.serviceRoleKey,
  });
}

function dataClient(
  { supabaseUrl, fetch }: DataService,
  headers: Record<string, string>,
): DataClient {
  return new PostgrestClient(`${supabaseUrl}/rest/v1`, { headers, fetch });
}

/**
 * Calls a database function whose parameters are all JSON, as the server.
 * @throws AppError like `readData`
 */
export type CallDatabase = (
  name: DatabaseFunction,
  args: Record<string, unknown>,
) => Promise<unknown>;

/** Creates a `CallDatabase` that uses the REST API. */
export function callsOver(service: DataClient): CallDatabase {
  return (name, args) => readData(service.rpc(name, args as never), z.unknown());
}

interface DataResult {
  data: unknown;
  error: { code?: string; message: string } | null;
  count?: number | null;
  status: number;
}

/** Database rule that a change violates: its code, and a message that contains the name of the constraint. */
export interface BrokenRule {
  code: string;
  message: string;
}

/**
 * Awaits a query and parses its response with the schema.
 * @param explain returns the caller's error for a violated rule; undefined if it is not one that a caller can violate
 * @throws AppError not_authenticated if the session ended in the meantime, unavailable if the database does not
 *   respond, the error from `explain`, internal for anything else
 */
export async function readData<Schema extends z.ZodMiniType>(
  query: PromiseLike<DataResult>,
  schema: Schema,
  explain?: (broken: BrokenRule) => AppError | undefined,
): Promise<z.output<Schema>> {
  const { data, error, status } = await query;
  if (!error) return schema.parse(data);
  const explained =
    error.code === undefined ? undefined : explain?.({ code: error.code, message: error.message });
  throw explained ?? dataError(error, status);
}

/** Query that supports a range of rows. */
interface Ranged {
  range: (first: number, last: number) => PromiseLike<DataResult>;
}

/**
 * Awaits a page of a query that counts all its rows. A page beyond the last one is empty.
 * @param page counted from 1
 * @throws AppError like `readData`
 */
export async function readPage<Schema extends z.ZodMiniType>(
  query: Ranged,
  { page, pageSize }: { page: number; pageSize: number },
  schema: Schema,
): Promise<{ rows: z.output<Schema>; total: number }> {
  const first = (page - 1) * pageSize;
  const { data, error, count, status } = await query.range(first, first + pageSize - 1);
  // The error does not include the number of rows, which leads to the last page.
  if (error?.code === BEYOND_THE_LAST)
    return { rows: schema.parse([]), total: await readCount(query.range(0, 0)) };
  if (error) throw dataError(error, status);
  return { rows: schema.parse(data), total: count ?? 0 };
}

/** PostgREST's code for a range that starts after the last row. */
const BEYOND_THE_LAST = 'PGRST103';

/** Awaits a query that counts rows. @throws AppError like `readData` */
export async function readCount(query: PromiseLike<DataResult>): Promise<number> {
  const { count, error, status } = await query;
  if (error) throw dataError(error, status);
  return count ?? 0;
}

/** Codes with which our database functions and triggers reject a change. */
const REFUSAL: ReadonlyMap<string, ErrorCode> = new Map([
  ['PT404', 'not_found'],
  ['PT409', 'conflict'],
  ['PT422', 'validation_failed'],
  ['PT429', 'rate_limited'],
]);

function dataError(
  error: { code?: string; message: string; hint?: string | null },
  status: number,
): AppError {
  // Omits the message, which may contain the user's input: the cause is logged.
  const cause = new Error(`The database answered ${error.code ?? status}`);
  const refusal = error.code === undefined ? undefined : REFUSAL.get(error.code);
  // The database's message is worded for the user.
  if (refusal)
    return new AppError(refusal, error.message, { retryAfter: parseRetryHint(error.hint) });
  if (status === 401) return new AppError('not_authenticated', undefined, { cause });
  if (status === 507) return new AppError('storage_full', undefined, { cause });
  // PostgREST returns 0 if the request itself failed, and 503 or 504 if it has no connection to the database.
  if (status === 0 || status === 503 || status === 504) {
    return new AppError('unavailable', undefined, { cause });
  }
  return new AppError('internal', undefined, { cause });
}
