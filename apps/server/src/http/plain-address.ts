import type { MiddlewareHandler } from 'hono';

/** Letters, digits and `-._~`, percent-encoded although no address needs that. */
const DISGUISED = /%(2[DE]|3\d|[46][1-9A-F]|[57][\dA]|5F|7E)/i;

/**
 * Returns whether a path is in its plain spelling. `/object/%73ign` is the same path as `/object/sign`, but not to a
 * check that compares texts: where checks and routes must agree, the second spelling is not accepted.
 */
export function isPlainAddress(pathname: string): boolean {
  return !DISGUISED.test(pathname);
}

/**
 * Refuses addresses in another spelling: see `isPlainAddress`.
 * @param isPublic returns whether every spelling of an address may be read, because no check depends on it
 */
export function plainAddress(options: {
  isPublic: (pathname: string) => boolean;
}): MiddlewareHandler {
  return async (context, next) =>
    isPlainAddress(context.req.path) || options.isPublic(context.req.path)
      ? next()
      : context.json({ message: 'The address is not valid' }, 400);
}
