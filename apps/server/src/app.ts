import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { duringRequest } from './data/database/index.ts';
import type { Caller } from './http/caller.ts';
import { bodyLimit, tooLarge, type BodyLimitVariables } from './http/body-limit.ts';
import { crossOrigin, knownMethods } from './http/cross-origin.ts';
import { describeError } from './http/describe-error.ts';
import { limitChanges, type ChangeLimitOptions } from './http/limit-changes.ts';
import { getCallerAddress, type PeerEnvironment } from './http/peer.ts';
import { plainAddress } from './http/plain-address.ts';
import { warnAboutProxies } from './http/warn-about-proxies.ts';
import { responseHeaders } from './http/response-headers.ts';
import type { TrustedProxies } from './http/trusted-proxies.ts';
import { POLICY_REPORTS } from './gateways/pages/policy-reports.ts';
import { isReleaseAddress } from './gateways/storage/release-files.ts';
import {
  addOperationRoutes,
  type OperationOptions,
} from './operations/monitoring/operation-routes.ts';
import { requestLog, type OnRequest } from './operations/monitoring/request-log.ts';

export interface AppEnvironment {
  Bindings: PeerEnvironment | undefined;
  Variables: BodyLimitVariables;
}

/** Handles the requests within its range of paths. */
type Gateway = (request: Request) => Promise<Response>;

export interface DataAppOptions extends ChangeLimitOptions {
  auth: (request: Request, caller: Caller) => Promise<Response>;
  rest: Gateway;
  storage: Gateway;
  functions: Gateway;
  scim: (request: Request, caller: Caller) => Promise<Response>;
  /** Returns whether the caller is authenticated. */
  isKnown: (request: Request) => Promise<boolean>;
  /** Origins that may send cross-origin requests. */
  corsOrigins: readonly string[];
  trustedProxies: TrustedProxies;
  /** Receives one line per internal error. */
  log: (line: string) => void;
}

export interface AppOptions extends OperationOptions {
  data: Hono<AppEnvironment>;
  isSecure: boolean;
  onRequest: OnRequest | undefined;
  log: (line: string) => void;
}

const DATA_PATHS = ['/auth/v1/*', '/rest/v1/*', '/storage/v1/*', '/functions/v1/*', '/scim/v2/*'];
const DATA = /^\/((auth|rest|storage|functions)\/v1|scim\/v2)(\/|$)/;

/** Returns the path as sent: decoded, an area would have further addresses that are no longer private. */
const getPath = (request: Request) => new URL(request.url).pathname;

/** Creates the app that serves data: auth, REST, storage, functions and SCIM. Our own functions call it in process. */
export function createDataApp(options: DataAppOptions): Hono<AppEnvironment> {
  const { auth, rest, storage, functions, scim, isKnown, corsOrigins, trustedProxies, log } =
    options;
  return new Hono<AppEnvironment>({ getPath })
    .onError(reportError(log))
    .on(
      'ALL',
      DATA_PATHS,
      warnAboutProxies({ trustedProxies, log }),
      crossOrigin({ origins: corsOrigins, isPublic: isReleaseAddress }),
      knownMethods(),
      plainAddress({ isPublic: isReleaseAddress }),
      limitChanges(options),
      bodyLimit({ isKnown }),
      requestScope(),
    )
    .all('/auth/v1/*', ({ req, env }) =>
      auth(req.raw, getCallerAddress(req.raw, env, trustedProxies)),
    )
    .all('/rest/v1/*', ({ req }) => rest(req.raw))
    .all('/storage/v1/*', ({ req }) => storage(req.raw))
    .all('/functions/v1/*', ({ req }) => functions(req.raw))
    .all('/scim/v2/*', ({ req, env }) =>
      scim(req.raw, getCallerAddress(req.raw, env, trustedProxies)),
    );
}

/** Creates the app that serves every request: data, pages and the operators' routes. */
export function createApp(options: AppOptions): Hono<AppEnvironment> {
  const { data, pages, isSecure, onRequest, log } = options;
  const isPrivate = (path: string) => DATA.test(path) && !isReleaseAddress(path);
  const app = new Hono<AppEnvironment>({ getPath })
    .onError(reportError(log))
    .use(requestLog({ onRequest }))
    .use(responseHeaders({ isSecure, isPrivate }))
    .use(compress())
    .use(POLICY_REPORTS, bodyLimit({ isKnown: async () => false }))
    .route('/', data);
  addOperationRoutes(app, options);
  return app.all('*', ({ req }) => pages(req.raw));
}

/** Makes the queries of a request cancellable, and records their trouble: see `duringRequest`. */
function requestScope(): MiddlewareHandler {
  return (_context, next) => duringRequest(next);
}

function reportError(log: (line: string) => void) {
  return (error: Error, context: Context<AppEnvironment>): Response => {
    if (context.get('limitedBody')?.exceeded) return tooLarge();
    log(`request failed: ${describeError(error)}`);
    return context.json({ message: 'An unexpected error occurred.' }, 500);
  };
}
