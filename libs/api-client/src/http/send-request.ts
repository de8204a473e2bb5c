import type { Api } from './api';
import type { ErrorCode } from '@homie/contracts';
import { ApiError, networkError } from './api-error';
import { takeFirstResponse } from './first-responses';
import { serverStatus } from './server-status';

/** Awaits the access token of the user, or throws the reason why there is none. */
async function awaitToken(pending: Promise<string | null>): Promise<string> {
  let token: string | null;
  try {
    token = await pending;
  } catch (cause) {
    throw new ApiError('authentication_error', 'Authentication error', 0, { cause });
  }
  if (token === null) throw new ApiError('not_authenticated', 'Not authenticated', 401);
  return token;
}

/** Returns the access token at once if it is known. */
function readAccessToken(api: Api): string | Promise<string> {
  const token = api.getAccessToken();
  return typeof token === 'string' ? token : awaitToken(token);
}

/** Returns whether the server responds; needs no session. */
async function probe(api: Api): Promise<boolean> {
  const headers = { apikey: api.publishableKey };
  const { status } = await fetch(`${api.baseUrl}/auth/v1/health`, { headers, cache: 'no-store' });
  return status < 500;
}

async function attempt(api: Api, path: string, init: RequestInit, token: string) {
  const headers = new Headers(init.headers);
  headers.set('Authorization', `Bearer ${token}`);
  headers.set('apikey', api.publishableKey);
  try {
    const response = await (takeFirstResponse(path, init.body, token) ??
      fetch(`${api.baseUrl}${path}`, { ...init, headers }));
    init.signal?.throwIfAborted();
    serverStatus.report(response.status, () => probe(api));
    return response;
  } catch (cause) {
    init.signal?.throwIfAborted();
    serverStatus.report(0, () => probe(api));
    throw networkError(cause);
  }
}

const WAITING: ErrorCode = 'account_waiting';

async function reportWaiting(refusal: Response, report: () => void): Promise<void> {
  const body: unknown = await refusal.json().catch(() => null);
  if (typeof body === 'object' && body !== null && 'code' in body && body.code === WAITING)
    report();
}

/**
 * Sends a request to the backend as the signed-in user. A token that the backend refuses, because it expired in transit
 * or the device's clock is wrong, is silently renewed once.
 * @param path below `baseUrl`, starts with a slash
 * @returns the response, whatever its status
 * @throws ApiError 'Authentication error', 'Not authenticated' or 'Network error'; the signal's reason when aborted
 */
export async function sendRequest(api: Api, path: string, init: RequestInit): Promise<Response> {
  const known = readAccessToken(api);
  // Does not wait for a known token: a message is sent before the page renders it.
  const token = typeof known === 'string' ? known : await known;
  const response = await attempt(api, path, init, token);
  if (response.status === 403 && api.onWaiting) void reportWaiting(response.clone(), api.onWaiting);
  if (response.status !== 401 || api.onAuthError === undefined) return response;
  // Without a renewed token, the first response is returned.
  await api.onAuthError().catch(() => undefined);
  const renewed = await readAccessToken(api);
  return renewed === token ? response : attempt(api, path, init, renewed);
}
