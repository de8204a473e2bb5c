import type { AuthContext } from './auth-context.ts';
import type { AuthBody } from './read-auth-body.ts';

/** Forwards a call to `@supabase/lite` with the validated body and nothing else from the request body. */
export function forward(context: AuthContext, request: Request, body: AuthBody): Promise<Response> {
  const headers = new Headers();
  for (const name of ['apikey', 'authorization']) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  headers.set('content-type', 'application/json');
  return context.lite.fetch(
    new Request(request.url, { method: request.method, headers, body: JSON.stringify(body) }),
  );
}

/** Returns the `error_code` of a response, or '' if it has none. Does not consume the body. */
export async function readErrorCode(response: Response): Promise<string> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const code =
    typeof body === 'object' && body !== null && 'error_code' in body ? body.error_code : undefined;
  return typeof code === 'string' ? code : '';
}
