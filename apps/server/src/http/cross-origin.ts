import type { MiddlewareHandler } from 'hono';
import { replaceResponse } from './replace-response.ts';

/** The methods of the data interfaces. */
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const REQUEST_HEADERS =
  'authorization, apikey, content-type, prefer, range, accept-profile, content-profile, x-client-info, x-supabase-api-version, x-upsert, cache-control, last-event-id';
const EXPOSED = 'Content-Range, Content-Location, Preference-Applied, Retry-After, X-Sb-Error-Code';

export interface CrossOriginOptions {
  /** Exact origins that may send cross-origin requests; others get no headers. */
  origins: readonly string[];
  /** Returns whether a path's responses are readable by pages of any origin, as set by its gateway; none by default. */
  isPublic?: (path: string) => boolean;
}

/**
 * Answers preflights, and allows pages of some other origins to read responses. Replaces the CORS headers of a gateway.
 * @example app.use('/rest/v1/*', crossOrigin({ origins: ['https://homie.example'] }));
 */
export function crossOrigin({
  origins,
  isPublic = () => false,
}: CrossOriginOptions): MiddlewareHandler {
  const allowed = new Set(origins);
  return async (context, next) => {
    const origin = context.req.header('origin');
    const isAllowed = origin !== undefined && allowed.has(origin);
    if (context.req.method === 'OPTIONS')
      return new Response(null, {
        status: 204,
        headers: {
          vary: 'Origin',
          ...(isAllowed && {
            'access-control-allow-origin': origin,
            'access-control-expose-headers': EXPOSED,
            'access-control-allow-methods': METHODS.join(', '),
            'access-control-allow-headers': REQUEST_HEADERS,
            'access-control-max-age': '600',
          }),
        },
      });
    await next();
    if (isPublic(context.req.path)) return;
    // The headers of a fetched response are immutable.
    const headers = new Headers(context.res.headers);
    const inner = Array.from(headers.keys()).filter((name) => name.startsWith('access-control-'));
    for (const name of inner) headers.delete(name);
    if (isAllowed) {
      headers.set('access-control-allow-origin', origin);
      headers.set('access-control-expose-headers', EXPOSED);
    }
    if (!/\borigin\b/i.test(headers.get('vary') ?? '')) headers.append('vary', 'Origin');
    const { body, status, statusText } = context.res;
    replaceResponse(context, new Response(body, { status, statusText, headers }));
  };
}

/** Refuses methods that the data interfaces do not have. */
export function knownMethods(): MiddlewareHandler {
  return async (context, next) => {
    if (METHODS.includes(context.req.method)) return next();
    return context.json({ message: 'Method not allowed' }, 405, { allow: METHODS.join(', ') });
  };
}
