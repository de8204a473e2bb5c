import type { PostgrestClient } from '@supabase/postgrest-js';
import { requireAdmin } from '../../endpoints/access/is-admin';
import type { Api } from '../../http/api';
import { ApiError } from '../../http/api-error';
import type { AnswerSchema } from '../../http/read-answer';
import { askRest } from '../ask-rest';
import type { RestWording } from '../rest-error';
import { logFailure } from './log-failure';

interface RestQuery {
  throwOnError: () => PromiseLike<{ data: unknown; count: number | null }>;
}

const FAILED = 'Failed to fetch audit logs';

/** Everything of the audit log needs a session, then an administrator. */
function requireAuditor(api: Api): Promise<void> {
  return requireAdmin(api, 'Authentication required');
}

/**
 * Asks for something of the audit log. Why it failed is logged.
 * @throws ApiError 'Authentication required', 'Admin access required' or 'Failed to fetch audit logs'
 */
export async function askAudit<Answer>(
  api: Api,
  schema: AnswerSchema<Answer>,
  query: (rest: PostgrestClient) => RestQuery,
): Promise<Answer> {
  await requireAuditor(api);
  try {
    return (await askRest(api, schema, query)).rows;
  } catch (error) {
    logFailure(FAILED, error);
    const { code, status } = error instanceof ApiError ? error : { code: 'internal', status: 0 };
    throw new ApiError(code, FAILED, status, { cause: error });
  }
}

/**
 * Changes something beside the audit log, such as a saved view.
 * @throws ApiError 'Authentication required', 'Admin access required', else as {@link askRest}
 */
export async function changeAudit<Answer>(
  api: Api,
  schema: AnswerSchema<Answer>,
  query: (rest: PostgrestClient) => RestQuery,
  wording?: RestWording,
): Promise<Answer> {
  await requireAuditor(api);
  return (await askRest(api, schema, query, wording)).rows;
}

/**
 * Looks something up to choose as a filter. A failed lookup is logged and finds nothing.
 * @throws ApiError 'Authentication required' or 'Admin access required'
 */
export async function lookUp<Row>(
  api: Api,
  schema: AnswerSchema<Row[]>,
  query: (rest: PostgrestClient) => RestQuery,
): Promise<Row[]> {
  await requireAuditor(api);
  try {
    return (await askRest(api, schema, query)).rows;
  } catch (error) {
    logFailure('Failed to look up suggestions', error);
    return [];
  }
}
