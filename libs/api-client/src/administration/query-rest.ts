import type { Database } from '@homie/contracts/database';
import type { PostgrestClient } from '@supabase/postgrest-js';
import { requireAdmin } from '../endpoints/is-admin';
import type { Api } from '../http/api';
import { ApiError } from '../http/api-error';
import type { AnswerSchema } from '../http/read-answer';
import type { Counted, PageRange } from './page-range';
import { toApiError, type RestWording } from './rest-error';
import { sendRequest } from '../http/send-request';

/** Client of the data service, which knows its tables and functions. */
export type RestClient = PostgrestClient<Database>;

/**
 * Returns the data service for the signed-in user. Its client is loaded on first use: only administration needs it.
 * @throws through its calls: ApiError 'Authentication error', 'Not authenticated' or 'Network error'
 */
async function restClient(api: Api): Promise<RestClient> {
  const { PostgrestClient } = await import('@supabase/postgrest-js');
  // The client accepts absolute URLs only; '' means the page's own origin.
  const origin = api.baseUrl || globalThis.location.origin;
  return new PostgrestClient(`${origin}/rest/v1`, {
    // The query client decides about retries: both together wait half a minute.
    retry: false,
    fetch: (input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      return sendRequest(api, url.slice(origin.length), { cache: 'no-store', ...init });
    },
  });
}

interface RestQuery {
  throwOnError: () => PromiseLike<{ data: unknown; count: number | null }>;
}

interface RestPages {
  range: (first: number, last: number) => RestQuery;
}

/**
 * Runs a query against the data service as the signed-in user.
 * @throws ApiError with the messages of the error catalogue
 */
export async function queryRest<Rows>(
  api: Api,
  schema: AnswerSchema<Rows>,
  query: (rest: RestClient) => RestQuery,
  wording?: RestWording,
): Promise<Counted<Rows>> {
  const rest = await restClient(api);
  try {
    const { data, count } = await query(rest).throwOnError();
    return { rows: schema.parse(data), total: count ?? 0 };
  } catch (error) {
    throw toApiError(error, wording);
  }
}

/**
 * Runs a query like {@link queryRest} after checking that the user is an administrator.
 * @throws ApiError also 'Not authenticated' and 'Admin access required'
 */
export async function queryRestAsAdmin<Rows>(
  api: Api,
  schema: AnswerSchema<Rows>,
  query: (rest: RestClient) => RestQuery,
  wording?: RestWording,
): Promise<Counted<Rows>> {
  await requireAdmin(api);
  return queryRest(api, schema, query, wording);
}

/** PostgREST's code for a range that starts after the last row. */
const BEYOND_THE_LAST = 'PGRST103';

/** Reads one page of a counted query as an administrator. A page after the last one is empty. */
export async function readPage<Row>(
  api: Api,
  schema: AnswerSchema<Row[]>,
  [first, last]: PageRange,
  query: (rest: RestClient) => RestPages,
): Promise<Counted<Row[]>> {
  try {
    return await queryRestAsAdmin(api, schema, (rest) => query(rest).range(first, last));
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== BEYOND_THE_LAST) throw error;
    // The refusal has no total, which the screen needs to find the last page.
    const { total } = await queryRest(api, schema, (rest) => query(rest).range(0, 0));
    return { rows: [], total };
  }
}
