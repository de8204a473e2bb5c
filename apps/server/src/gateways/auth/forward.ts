import type { AuthContext } from './auth-context.ts';
import type { AuthBody } from './read-auth-body.ts';

/** Hands a call over to `@supabase/lite` with the body that was checked, and nothing else of it. */
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

/** The `error_code` of an answer, '' when it has none. Leaves the answer readable. */
export async function errorCodeOf(response: Response): Promise<string> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const code =
    typeof body === 'object' && body !== null && 'error_code' in body ? body.error_code : undefined;
  return typeof code === 'string' ? code : '';
}
