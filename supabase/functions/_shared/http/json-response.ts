import { toPublicError } from '@homie/contracts/requests';

/** Headers of all responses, which are private: no cache may store them. */
export const PRIVATE_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
} as const;

function jsonResponse(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...PRIVATE_HEADERS, 'Content-Type': 'application/json; charset=utf-8' },
  });
}

/** Returns the response of a successful call. */
export function successResponse(data: unknown): Response {
  return jsonResponse(200, { ok: true, data: data ?? null });
}

/** Returns the response of a failed call, which contains only what the caller may see. */
export function failureResponse(error: unknown): Response {
  const { status, body, retryAfter } = toPublicError(error);
  const response = jsonResponse(status, body);
  if (retryAfter !== undefined) response.headers.set('Retry-After', String(retryAfter));
  // The client is still sending the unread body, so that the connection cannot be reused.
  if (status === 413) response.headers.set('Connection', 'close');
  return response;
}
