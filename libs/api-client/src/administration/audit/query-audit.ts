import { requireAdmin } from '../../endpoints/is-admin';
import type { Api } from '../../http/api';
import { ApiError } from '../../http/api-error';
import type { AnswerSchema } from '../../http/read-answer';
import { queryRest, type RestClient } from '../query-rest';
import type { RestWording } from '../rest-error';

/** Logs the cause of a failure to the page's own console; the user sees less of it, or nothing. */
function logFailure(what: string, error: unknown): void {
  const detail = error instanceof ApiError ? `${error.code}: ${error.message}` : String(error);
  // oxlint-disable-next-line no-console -- the console is the only log that a page has
  console.error(`${what}: ${detail}`);
}

interface RestQuery {
  throwOnError: () => PromiseLike<{ data: unknown; count: number | null }>;
}

const FAILED = 'Failed to fetch audit logs';

/** Refuses requests without a session, then those of anyone but an administrator. */
function requireAuditor(api: Api): Promise<void> {
  return requireAdmin(api, 'Authentication required');
}

/**
 * Runs a query of the audit log and logs the cause of a failure.
 * @throws ApiError 'Authentication required', 'Admin access required' or 'Failed to fetch audit logs'
 */
export async function queryAudit<Answer>(
  api: Api,
  schema: AnswerSchema<Answer>,
  query: (rest: RestClient) => RestQuery,
): Promise<Answer> {
  await requireAuditor(api);
  try {
    return (await queryRest(api, schema, query)).rows;
  } catch (error) {
    logFailure(FAILED, error);
    const { code, status } = error instanceof ApiError ? error : { code: 'internal', status: 0 };
    throw new ApiError(code, FAILED, status, { cause: error });
  }
}

/**
 * Runs a query of a record next to the audit log, such as a saved view.
 * @throws ApiError 'Authentication required', 'Admin access required', else as {@link queryRest}
 */
export async function changeAudit<Answer>(
  api: Api,
  schema: AnswerSchema<Answer>,
  query: (rest: RestClient) => RestQuery,
  wording?: RestWording,
): Promise<Answer> {
  await requireAuditor(api);
  return (await queryRest(api, schema, query, wording)).rows;
}

/**
 * Searches for values of a filter. Logs a failure and returns no rows then.
 * @throws ApiError 'Authentication required' or 'Admin access required'
 */
export async function lookUp<Row>(
  api: Api,
  schema: AnswerSchema<Row[]>,
  query: (rest: RestClient) => RestQuery,
): Promise<Row[]> {
  await requireAuditor(api);
  try {
    return (await queryRest(api, schema, query)).rows;
  } catch (error) {
    logFailure('Failed to look up suggestions', error);
    return [];
  }
}
