import type { ErrorCode } from '@homie/contracts';
import { AppError } from '@homie/contracts/requests';
import { PostgrestClient } from '@supabase/postgrest-js';
import * as z from 'zod/mini';

/** A client of the REST interface. It knows no tables: what comes back is parsed by a schema. */
export type DataClient = PostgrestClient;

interface DataService {
  supabaseUrl: string;
  fetch: typeof fetch;
}

/** A client that acts as the caller: row-level security decides. */
export function callerClient(
  service: DataService & { anonKey: string },
  token: string,
): DataClient {
  return dataClient(service, { Authorization: `Bearer ${token}`, apikey: service.anonKey });
}

/** A client that acts as the server. Only for what no caller may write. */
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
 * Calls a function of the database whose parameters are all JSON, as the server.
 * @throws AppError like `readData`
 */
export type CallDatabase = (name: string, args: Record<string, unknown>) => Promise<unknown>;

/** Calls through the REST interface. */
export function callsOver(service: DataClient): CallDatabase {
  return (name, args) => readData(service.rpc(name, args), z.unknown());
}

interface DataResult {
  data: unknown;
  error: { code?: string; message: string } | null;
  count?: number | null;
  status: number;
}

/** A rule of the database that a change breaks: its code, and a message that names the constraint. */
export interface BrokenRule {
  code: string;
  message: string;
}

/**
 * Awaits a query and takes its answer as the schema has it.
 * @param explain what the caller may learn of a broken rule; undefined where it is none that a caller can break
 * @throws AppError not_authenticated when the session ended meanwhile, unavailable when the database does not answer,
 *   what `explain` made of it, internal for anything else
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

/** A query of which a range of rows can be asked for. */
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
  // Refused without their number, which leads to the last page.
  if (error?.code === BEYOND_THE_LAST)
    return { rows: schema.parse([]), total: await readCount(query.range(0, 0)) };
  if (error) throw dataError(error, status);
  return { rows: schema.parse(data), total: count ?? 0 };
}

/** PostgREST's code for a range that begins behind the last row. */
const BEYOND_THE_LAST = 'PGRST103';

/** Awaits a query that counts rows, and fails like `readData`. */
export async function readCount(query: PromiseLike<DataResult>): Promise<number> {
  const { count, error, status } = await query;
  if (error) throw dataError(error, status);
  return count ?? 0;
}

/** The codes with which functions and triggers of ours refuse a change. */
const REFUSAL: ReadonlyMap<string, ErrorCode> = new Map([
  ['PT409', 'conflict'],
  ['PT429', 'rate_limited'],
]);

function dataError(error: { code?: string; message: string }, status: number): AppError {
  // The message may repeat what the person typed, and ends up in a log.
  const cause = new Error(`The database answered ${error.code ?? status}`);
  const refusal = error.code === undefined ? undefined : REFUSAL.get(error.code);
  // The database worded it for the person.
  if (refusal) return new AppError(refusal, error.message);
  if (status === 401) return new AppError('not_authenticated', undefined, { cause });
  if (status === 507) return new AppError('storage_full', undefined, { cause });
  // PostgREST answers 0 when the request itself failed, and 503 or 504 when it has no connection to the database.
  if (status === 0 || status === 503 || status === 504) {
    return new AppError('unavailable', undefined, { cause });
  }
  return new AppError('internal', undefined, { cause });
}
