import type { PostgrestClient } from '@supabase/postgrest-js';
import { requireAdmin } from '../endpoints/access/is-admin';
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

/** The rows of a query with the number of all that it could give; 0 where it did not count. */
export interface Counted<Rows> {
  rows: Rows;
  total: number;
}

/**
 * Runs a query against the data service as the signed-in person.
 * @throws ApiError in the words of the error catalogue
 */
export async function askRest<Rows>(
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
 * The same for administration: checks first that the person is an administrator.
 * @throws ApiError also 'Not authenticated' and 'Admin access required'
 */
export async function askRestAsAdmin<Rows>(
  api: Api,
  schema: AnswerSchema<Rows>,
  query: (rest: PostgrestClient) => RestQuery,
  wording?: RestWording,
): Promise<Counted<Rows>> {
  await requireAdmin(api);
  return askRest(api, schema, query, wording);
}

/** PostgREST's code for a page that begins behind the last row. */
const BEYOND_THE_LAST = 'PGRST103';

/** The same for one page of a counted query. A page beyond the last one is empty. */
export async function askPageAsAdmin<Row>(
  api: Api,
  schema: AnswerSchema<Row[]>,
  [first, last]: PageRange,
  query: (rest: PostgrestClient) => RestPages,
): Promise<Counted<Row[]>> {
  try {
    return await askRestAsAdmin(api, schema, (rest) => query(rest).range(first, last));
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== BEYOND_THE_LAST) throw error;
    // Refused without their number, which leads to the last page.
    const { total } = await askRest(api, schema, (rest) => query(rest).range(0, 0));
    return { rows: [], total };
  }
}
