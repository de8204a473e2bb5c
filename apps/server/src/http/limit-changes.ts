import type { MiddlewareHandler } from 'hono';
import { getPeerAddress, type PeerEnvironment } from './peer.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

export interface ChangeLimitOptions {
  /** Counts a request of its user. Returns the seconds to wait, or 0 if it is allowed or without a user. */
  countChange: (request: Request) => Promise<number>;
}

/**
 * Limits the requests of each signed-in user that may change something, whatever they change. A POST counts too if it
 * only reads: what a call does is known later. Calls within the process belong to a request that was counted.
 */
export function limitChanges({
  countChange,
}: ChangeLimitOptions): MiddlewareHandler<{ Bindings: PeerEnvironment | undefined }> {
  return async (context, next) => {
    const counts = getPeerAddress(context.env) !== undefined && !READING.has(context.req.method);
    const wait = counts ? await countChange(context.req.raw) : 0;
    if (wait === 0) return next();
    const message = `Too many requests. Please wait ${wait} s and try again.`;
    // In the forms of all services.
    const body = { ok: false, error: message, message, msg: message, code: 'rate_limited' };
    return context.json(body, 429, { 'retry-after': String(wait) });
  };
}
