import { hasSecretKey, identifyCaller } from '../auth/identify-caller.ts';
import type { LiveSessions } from '../auth/live-sessions.ts';
import { cancelQueriesOn, currentTrouble, type Database } from '../../data/database/index.ts';
import { copyRequest } from '../../http/copy-request.ts';
import { isStorable, isStorableAddress } from '../../http/storable-text.ts';
import type { Lite } from '../lite/create-lite.ts';
import type { Secrets } from '../../data/secrets/secrets.ts';
import { callFunction } from './call-function.ts';
import { answerDatabaseError, answerTrouble, isSyntaxError } from './database-error.ts';
import { createPersonQueue, TooManyRequestsError } from './person-queue.ts';
import { refuseQuery } from './refuse-query.ts';
import { duringRestRequest, type RestRequest } from './rest-request.ts';

/** A table, a function or nothing: lite fails on anything deeper. */
const PATH = /^\/rest\/v1(\/(rpc\/)?[^/]*)?$/;
/** Called by sessions that have not passed their second factor. */
const WITHOUT_FACTOR = new Set(['/rest/v1/rpc/redeem_recovery_code']);
/** Message for users. */
const SECOND_FACTOR = 'Enter the code of your second factor first.';
const WRITES = new Set(['POST', 'PATCH', 'PUT', 'DELETE']);

function restError(status: number, code: string, message: string): Response {
  return Response.json({ code, message, details: null, hint: null }, { status });
}

/** Handles everything under /rest/v1: lite's PostgREST, made strict. */
export function createRestGateway({
  database,
  lite,
  secrets,
  sessions,
  log,
}: {
  database: Database;
  lite: Lite;
  secrets: Secrets;
  sessions: LiveSessions;
  log: (line: string) => void;
}) {
  const inQueue = createPersonQueue();
  return async (request: Request): Promise<Response> => {
    if (!isStorableAddress(new URL(request.url)))
      return restError(400, '22021', 'The address holds characters that cannot be stored');
    if (!PATH.test(decodeURIComponent(new URL(request.url).pathname)))
      return restError(404, 'PGRST125', 'Invalid path specified in request URL');
    const { refusal, access, needsFactor } = await identifyCaller(request, secrets, sessions);
    if (needsFactor && !WITHOUT_FACTOR.has(new URL(request.url).pathname))
      return restError(403, 'insufficient_aal', SECOND_FACTOR);
    if (refusal !== undefined && !needsFactor) return restError(401, 'PGRST301', refusal);
    const refusedQuery = hasSecretKey(request, secrets)
      ? undefined
      : refuseQuery(new URL(request.url).searchParams);
    if (refusedQuery !== undefined) return restError(400, 'PGRST100', refusedQuery);
    const isWrite = WRITES.has(request.method);
    const body = isWrite ? await request.text() : undefined;
    const refusedBody = body === undefined ? undefined : refuseBody(request, body);
    if (refusedBody) return refusedBody;

    const rest: RestRequest = {
      isWrite,
      wantsSingle: request.headers.get('accept')?.includes('vnd.pgrst.object') ?? false,
    };
    cancelQueriesOn(request.signal);
    const forward = async () => {
      // The client disconnected while the request was queued.
      if (request.signal.aborted) return new Response(null, { status: 499 });
      const answer =
        body === undefined
          ? undefined
          : await callFunction({ database, secrets, log }, { request, body, access });
      if (answer) return answer;
      return duringRestRequest(rest, () =>
        lite.fetch(copyRequest(request, body === undefined ? {} : { body: body || null })),
      );
    };
    let response: Response;
    try {
      response = await (access === undefined ? forward() : inQueue(access.userId, forward));
    } catch (error) {
      if (!(error instanceof TooManyRequestsError)) throw error;
      return restError(429, 'PT429', 'Too many requests at once. Please try again.');
    }
    // Lite omits when to retry.
    if (response.status === 429) return answerDatabaseError(rest.databaseError) ?? response;
    if (response.status < 500 && !isSyntaxError(rest.databaseError)) return response;
    return (
      answerDatabaseError(rest.databaseError) ??
      answerTrouble(currentTrouble()) ??
      restError(500, 'XX000', 'An unexpected error occurred.')
    );
  };
}

/** Refuses JSON that is broken or cannot be stored, before lite turns it into SQL. */
function refuseBody(request: Request, body: string): Response | undefined {
  const isRpc = new URL(request.url).pathname.startsWith('/rest/v1/rpc/');
  if (body === '')
    return request.method === 'DELETE' || isRpc
      ? undefined
      : restError(400, 'PGRST102', 'Empty or invalid json');
  if (!(request.headers.get('content-type') ?? 'application/json').includes('json'))
    return undefined;
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return restError(400, 'PGRST102', 'Empty or invalid json');
  }
  if (!isStorable(value)) return restError(400, '22P05', 'The body holds what cannot be stored');
  // Lite turns an object without properties into invalid SQL.
  if (!isRpc && isEmptyRow(value)) return restError(400, 'PGRST102', 'The body names no column');
  return undefined;
}

function isEmptyRow(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isEmptyRow);
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
