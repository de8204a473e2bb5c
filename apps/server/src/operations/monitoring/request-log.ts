import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { METHODS } from '../../http/cross-origin.ts';
import { routeTemplate } from './route-template.ts';

/** A request in logs and metrics, without data about the user or the contents. */
interface ObservedRequest {
  id: string;
  method: string;
  /** See `routeTemplate`; for our functions the endpoint, e.g. `POST /conversations/:id/stream`. */
  route: string;
  status: number;
  /** Until the response started: streams continue. */
  ms: number;
}

/** Called for every request from the network. */
export type OnRequest = (request: ObservedRequest) => void;

const current = new AsyncLocalStorage<{ id: string; route: string }>();

/** Returns the id of the current request, for log lines about it. */
export function currentRequestId(): string | undefined {
  return current.getStore()?.id;
}

/** Sets the endpoint of the current request. */
export function nameRoute(route: string): void {
  const request = current.getStore();
  if (request) request.route = route;
}

export interface RequestLogOptions {
  onRequest?: OnRequest | undefined;
}

/**
 * Gives each request an id, which the client receives as `x-request-id`, and reports it when its response starts.
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
