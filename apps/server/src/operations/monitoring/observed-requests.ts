import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { METHODS } from '../../http/cross-origin.ts';
import { routeTemplate } from './route-template.ts';

/** One request, as logs and metrics know it: nothing of who asked, for what or with which words. */
export interface ObservedRequest {
  id: string;
  method: string;
  /** See `routeTemplate`; of our functions the endpoint, e.g. `POST /conversations/:id/stream`. */
  route: string;
  status: number;
  /** Until the answer began: streams go on. */
  ms: number;
}

/** Told of every request that came over the network. */
export type OnRequest = (request: ObservedRequest) => void;

const current = new AsyncLocalStorage<{ id: string; route: string }>();

/** The id of the request that is being answered, for lines about it. */
export function currentRequestId(): string | undefined {
  return current.getStore()?.id;
}

/** Names the endpoint that the request being answered turned out to be for. */
export function nameRoute(route: string): void {
  const request = current.getStore();
  if (request) request.route = route;
}

/** Answers a request under an id, which its sender is told in `x-request-id`. */
export async function observe(
  request: Request,
  answer: () => Promise<Response>,
  onRequest: OnRequest | undefined,
): Promise<Response> {
  const { method, url } = request;
  const scope = { id: randomUUID(), route: routeTemplate(new URL(url).pathname) };
  const begun = performance.now();
  const response = await current.run(scope, answer);
  response.headers.set('x-request-id', scope.id);
  onRequest?.({
    id: scope.id,
    method: METHODS.includes(method) || method === 'OPTIONS' ? method : 'OTHER',
    route: scope.route,
    status: response.status,
    ms: Math.round((performance.now() - begun) * 10) / 10,
  });
  return response;
}
