/** All that the interfaces know. */
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const REQUEST_HEADERS =
  'authorization, apikey, content-type, prefer, range, accept-profile, content-profile, x-client-info, x-supabase-api-version, x-upsert, cache-control, last-event-id';
const EXPOSED = 'Content-Range, Content-Location, Preference-Applied, Retry-After, X-Sb-Error-Code';

/** Cross-origin access for an exact list of origins; nobody else gets a header. */
export function createCrossOrigin(origins: readonly string[]) {
  const allowed = new Set(origins);
  const granted = (request: Request): Record<string, string> => {
    const origin = request.headers.get('origin');
    return origin !== null && allowed.has(origin)
      ? {
          'access-control-allow-origin': origin,
          'access-control-expose-headers': EXPOSED,
        }
      : {};
  };
  return {
    /** Answers a preflight. */
    preflight: (request: Request): Response => {
      const headers = granted(request);
      return new Response(null, {
        status: 204,
        headers:
          'access-control-allow-origin' in headers
            ? {
                ...headers,
                vary: 'Origin',
                'access-control-allow-methods': METHODS.join(', '),
                'access-control-allow-headers': REQUEST_HEADERS,
                'access-control-max-age': '600',
              }
            : { vary: 'Origin' },
      });
    },
    /** Replaces whatever an inner layer granted by what this list grants. */
    apply: (request: Request, headers: Headers): void => {
      // Answered by `preflight`, with more headers than these.
      if (request.method === 'OPTIONS') return;
      const inner = Array.from(headers.keys()).filter((name) => name.startsWith('access-control-'));
      for (const name of inner) headers.delete(name);
      for (const [name, value] of Object.entries(granted(request))) headers.set(name, value);
      if (!/\borigin\b/i.test(headers.get('vary') ?? '')) headers.append('vary', 'Origin');
    },
  };
}
