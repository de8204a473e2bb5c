import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { METHODS } from '../../http/cross-origin.ts';
import { routeTemplate } from './route-template.ts';

/** One request, as logs and metrics know it: nothing of who asked, for what or with which words. */
interface ObservedRequest {
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

export interface RequestLogOptions {
  onRequest?: OnRequest | undefined;
}

/**
 * Gives each request an id, which its sender gets as `x-request-id`, and reports it when its response begins.
 * @example app.use(requestLog({ onRequest: console.log }));
 */
export function requestLog({ onRequest }: RequestLogOptions): MiddlewareHandler {
  return async (context, next) => {
    const { method, path } = context.req;
    const scope = { id: randomUUID(), route: routeTemplate(path) };
    const startedAt = performance.now();
    await current.run(scope, next);
    context.res.headers.set('x-request-id', scope.id);
    onRequest?.({
      id: scope.id,
      method: METHODS.includes(method) ? method : 'OTHER',
      route: scope.route,
      status: context.res.status,
      ms: Math.round((performance.now() - startedAt) * 10) / 10,
    });
  };
}
