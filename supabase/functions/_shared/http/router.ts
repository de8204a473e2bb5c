import { AppError, type CallRequest } from '@homie/contracts';

type Parameters = Readonly<Record<string, string>>;

/** One endpoint: `pattern` like `/conversations/:id/messages`. */
export interface Route<Context> {
  method: CallRequest['method'];
  pattern: string;
  handle: (context: Context, call: RoutedCall) => Promise<unknown>;
}

/** What an endpoint is given of the call: the named parts of its path, its query and its body. */
export interface RoutedCall {
  parameters: Parameters;
  query: Readonly<Record<string, string>>;
  body: unknown;
}

/**
 * Finds the endpoint of a call and what it is called with.
 * @throws AppError not_found, or method_not_allowed when the path exists with another method
 */
export function matchRoute<Context>(
  routes: readonly Route<Context>[],
  { endpoint, method, body }: CallRequest,
): { route: Route<Context>; call: RoutedCall } {
  const [path = '', search = ''] = splitOnce(endpoint, '?');
  const query = Object.fromEntries(new URLSearchParams(search));
  let pathExists = false;
  for (const route of routes) {
    const parameters = matchPattern(route.pattern, path);
    if (!parameters) continue;
    if (route.method === method) return { route, call: { parameters, query, body } };
    pathExists = true;
  }
  throw new AppError(pathExists ? 'method_not_allowed' : 'not_found');
}

function matchPattern(pattern: string, path: string): Parameters | undefined {
  const expected = pattern.split('/');
  const given = path.split('/');
  if (expected.length !== given.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, part] of expected.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':') && value !== '') parameters[part.slice(1)] = value;
    else if (part !== value) return undefined;
  }
  return parameters;
}

function splitOnce(text: string, separator: string): string[] {
  const index = text.indexOf(separator);
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + separator.length)];
}
