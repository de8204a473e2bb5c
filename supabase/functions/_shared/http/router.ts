import type { CallRequest } from '@homie/contracts';
import { AppError, callRequestSchema } from '@homie/contracts/requests';
import { TrieRouter } from 'hono/router/trie-router';

const METHODS = callRequestSchema.shape.method.options;

/** One endpoint: `pattern` like `/conversations/:id/messages`. */
export interface Route<Context> {
  method: CallRequest['method'];
  pattern: string;
  handle: (context: Context, call: RoutedCall) => Promise<unknown>;
}

/** Path parameters, query and body of a call. */
export interface RoutedCall {
  parameters: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  body: unknown;
}

/** Finds the endpoint of a call. @throws AppError not_found, or method_not_allowed if only another method has the path */
export type Router<Context> = (request: CallRequest) => {
  route: Route<Context>;
  call: RoutedCall;
};

/** Creates the router of a function. If two endpoints match, the first one is called. */
export function createRouter<Context>(routes: readonly Route<Context>[]): Router<Context> {
  const router = new TrieRouter<Route<Context>>();
  for (const route of routes) router.add(route.method, route.pattern, route);
  return ({ endpoint, method, body }) => {
    const [path = '', ...search] = endpoint.split('?');
    const [[match]] = router.match(method, path);
    if (!match) {
      const isKnown = METHODS.some((other) => router.match(other, path)[0].length > 0);
      throw new AppError(isKnown ? 'method_not_allowed' : 'not_found');
    }
    const [route, values] = match;
    const parameters = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, String(value)]),
    );
    const query = Object.fromEntries(new URLSearchParams(search.join('?')));
    return { route, call: { parameters, query, body } };
  };
}
