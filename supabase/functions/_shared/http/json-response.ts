import { toPublicError } from '@homie/contracts/requests';

/** Everything here is somebody's own: no cache may keep it. */
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

/** The answer of a call that succeeded. */
export function successResponse(data: unknown): Response {
  return jsonResponse(200, { ok: true, data: data ?? null });
}

/** The answer of a call that failed, holding no more than its caller may see. */
export function failureResponse(error: unknown): Response {
  const { status, body } = toPublicError(error);
  const response = jsonResponse(status, body);
  // What was not read of the request is still on its way: the connection is of no use for another one.
  if (status === 413) response.headers.set('Connection', 'close');
  return response;
}
