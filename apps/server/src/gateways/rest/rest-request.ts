import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '../../data/database/index.ts';

/** State of one REST request that the gateway shares with its hooks while lite serves it. */
export interface RestRequest {
  /** The client accepts only one object. */
  wantsSingle: boolean;
  isWrite: boolean;
  /** The last error that the database raised. */
  databaseError?: unknown;
}

const current = new AsyncLocalStorage<RestRequest>();

/** Serves one REST request; the hooks of the connection can read it. */
export function duringRestRequest<T>(request: RestRequest, work: () => Promise<T>): Promise<T> {
  return current.run(request, work);
}

/** Carries a response out of a transaction that must roll back. */
class Refusal {
  readonly response: Response;
  constructor(response: Response) {
    this.response = response;
  }
}

/**
 * Hooks into the connection that lite serves REST from:
 * - rolls back a write that is answered with an error, as PostgREST does; lite would answer 406 and commit it;
 * - validates a write with embedded rows for a client that wants one object inside the transaction, and answers with
 *   that object instead of a list;
 * - stores database errors, because lite answers many of them with 500.
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
          // Lite's handler is the only caller during a REST request and returns the response unchanged.
          return response as typeof result;
        },
        options,
      );
    } catch (error) {
      // As above: the handler returns any response unchanged.
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
