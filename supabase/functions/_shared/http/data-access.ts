import { AppError } from '@homie/contracts';
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

/**
 * Awaits a query and takes its answer as the schema has it.
 * @throws AppError not_authenticated when the session ended meanwhile, unavailable when the database does not answer,
 *   internal for anything else
 */
export async function readData<Schema extends z.ZodMiniType>(
  query: PromiseLike<DataResult>,
  schema: Schema,
): Promise<z.output<Schema>> {
  const { data, error, status } = await query;
  if (error) throw dataError(error, status);
  return schema.parse(data);
}

/** Awaits a query that counts rows, and fails like `readData`. */
export async function readCount(query: PromiseLike<DataResult>): Promise<number> {
  const { count, error, status } = await query;
  if (error) throw dataError(error, status);
  return count ?? 0;
}

function dataError(error: { code?: string; message: string }, status: number): AppError {
  // The message may repeat what the person typed, and ends up in a log.
  const cause = new Error(`The database answered ${error.code ?? status}`);
  if (status === 401) return new AppError('not_authenticated', undefined, { cause });
  // PostgREST answers 0 when the request itself failed, and 503 or 504 when it has no connection to the database.
  if (status === 0 || status === 503 || status === 504) {
    return new AppError('unavailable', undefined, { cause });
  }
  return new AppError('internal', undefined, { cause });
}
