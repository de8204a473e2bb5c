import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '../../data/database/index.ts';

/** What the gateway wants to know and to steer while lite serves one REST request. */
export interface RestRequest {
  /** The client accepts one object, nothing else. */
  wantsSingle: boolean;
  isWrite: boolean;
  /** The last error that the database raised. */
  databaseError?: unknown;
}

const current = new AsyncLocalStorage<RestRequest>();

/** Serves one REST request, during which the connection's hooks know it. */
export function duringRestRequest<T>(request: RestRequest, work: () => Promise<T>): Promise<T> {
  return current.run(request, work);
}

/** Carries an answer out of a transaction that must not be kept. */
class Refusal {
  readonly response: Response;
  constructor(response: Response) {
    this.response = response;
  }
}

/**
 * Hooks into the connection that lite serves REST from:
 * - a write that is answered with an error is rolled back, as PostgREST does; lite would answer
 *   406 and keep it;
 * - a write with embedded rows for a client that wants one object is checked inside the
 *   transaction, and answered as that object instead of as a list;
 * - database errors are noted, because lite answers many of them with 500.
 */
export function hookRestConnection({ connection }: Database): void {
  const withContext = connection.withContext.bind(connection);
  connection.withContext = async (variables, work, options) => {
    const request = current.getStore();
    if (!request?.isWrite) return withContext(variables, work, options);
    try {
      return await withContext(
        variables,
        async (database) => {
          const result = await work(database);
          if (!(result instanceof Response)) return result;
          const response = request.wantsSingle ? await asSingle(result) : result;
          if (response.status >= 400) throw new Refusal(response);
          // Lite's handler is the only caller during a REST request and returns the response as is.
          return response as typeof result;
        },
        options,
      );
    } catch (error) {
      // As above: the handler takes any response as its own.
      if (error instanceof Refusal) return error.response as never;
      throw error;
    }
  };

  const normalizeDbError = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (error) => {
    const normalized = normalizeDbError(error);
    const request = current.getStore();
    if (request) request.databaseError = normalized;
    return normalized;
  };
}

async function asSingle(response: Response): Promise<Response> {
  if (!response.ok || response.status === 204) return response;
  const text = await response.clone().text();
  if (!text.startsWith('[')) return response;
  const rows: unknown = JSON.parse(text);
  if (!Array.isArray(rows)) return response;
  if (rows.length !== 1)
    return Response.json(
      {
        code: 'PGRST116',
        details: `The result contains ${rows.length} rows`,
        hint: null,
        message: 'Cannot coerce the result to a single JSON object',
      },
      { status: 406 },
    );
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  headers.set('content-type', 'application/vnd.pgrst.object+json; charset=utf-8');
  return new Response(JSON.stringify(rows[0]), { status: response.status, headers });
}
