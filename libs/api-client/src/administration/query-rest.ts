import type { PostgrestClient } from '@supabase/postgrest-js';
import { requireAdmin } from '../endpoints/is-admin';
import type { Api } from '../http/api';
import { ApiError } from '../http/api-error';
import type { AnswerSchema } from '../http/read-answer';
import { restClient } from '../http/rest-client';
import type { PageRange } from './page-range';
import { toApiError, type RestWording } from './rest-error';

interface RestQuery {
  throwOnError: () => PromiseLike<{ data: unknown; count: number | null }>;
}

interface RestPages {
  range: (first: number, last: number) => RestQuery;
}

/** The rows of a query and the total number of matches; the total is 0 for a query that does not count. */
export interface Counted<Rows> {
  rows: Rows;
  total: number;
}

/**
 * Runs a query against the data service as the signed-in user.
 * @throws ApiError with the messages of the error catalogue
 */
export async function queryRest<Rows>(
  api: Api,
  schema: AnswerSchema<Rows>,
  query: (rest: PostgrestClient) => RestQuery,
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
  query: (rest: PostgrestClient) => RestQuery,
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
  query: (rest: PostgrestClient) => RestPages,
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
