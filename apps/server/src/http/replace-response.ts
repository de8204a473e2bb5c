import type { Context } from 'hono';

/** Replaces the response of a handler, including all of its headers. */
export function replaceResponse(context: Context, response: Response): void {
  // Hono merges the headers of the former response into its replacement.
  context.res = undefined;
  context.res = response;
}
