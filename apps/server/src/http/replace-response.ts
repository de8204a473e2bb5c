import type { Context } from 'hono';

/** Puts another response in the place of the one that a handler gave, without any of its headers. */
export function replaceResponse(context: Context, response: Response): void {
  // Hono keeps the headers of a response that is replaced by another one.
  context.res = undefined;
  context.res = response;
}
