import { AppError, callRequestSchema } from '@homie/contracts';
import { authenticate } from '../_shared/http/authenticate.ts';
import { serviceClient } from '../_shared/http/data-access.ts';
import { serverStorage } from '../_shared/http/file-storage.ts';
import { functionPath } from '../_shared/http/function-path.ts';
import { parseInput } from '../_shared/http/parse-input.ts';
import { readJsonBody } from '../_shared/http/read-json-body.ts';
import { respondWith } from '../_shared/http/respond-with.ts';
import { matchRoute } from '../_shared/http/router.ts';
import { CheckpointStore } from './checkpoint-store.ts';
import type { ServerContext } from './context.ts';
import type { AuditEnvironment } from './environment.ts';
import { auditKeys } from './keys.ts';
import { routes } from './routes/index.ts';

/** What the function uses of its host. Everything has a default. */
export interface AuditDependencies {
  /** Reaches `supabaseUrl`; a host that serves it itself may answer without the network. */
  fetch?: typeof fetch;
  /** Told which endpoint a request is for. */
  onRoute?: (route: string) => void;
  /** Told of failures that callers learn nothing of. */
  onError?: (error: unknown) => void;
}

const MAX_BODY_BYTES = 64 * 1024;

/**
 * The `audit` function: what of the audit log only the server can do, signing above all.
 * @returns what answers its requests
 */
export function createAuditHandler(
  environment: AuditEnvironment,
  dependencies: AuditDependencies = {},
): (request: Request) => Promise<Response> {
  const { fetch: reach = fetch, onError = () => undefined } = dependencies;
  const service = { ...environment, fetch: reach };
  const server = serverContext(environment, dependencies);

  async function answer(request: Request): Promise<unknown> {
    if (functionPath(request) !== '/audit') throw new AppError('not_found');
    if (request.method !== 'POST') throw new AppError('method_not_allowed');
    const caller = await authenticate(request, service);
    const envelope = parseInput(callRequestSchema, await readJsonBody(request, MAX_BODY_BYTES));
    const { route, call } = matchRoute(routes, envelope);
    dependencies.onRoute?.(`${route.method} ${route.pattern}`);
    return route.handle({ ...server, userId: caller.id }, call);
  }

  return respondWith(answer, { allowedOrigins: environment.allowedOrigins, onError });
}

/** What the function works with, whoever calls. */
export function serverContext(
  environment: AuditEnvironment,
  { fetch: reach = fetch }: Pick<AuditDependencies, 'fetch'> = {},
): ServerContext {
  const supabaseUrl = environment.supabaseUrl.replace(/\/+$/, '');
  const service = { ...environment, supabaseUrl, fetch: reach };
  return {
    server: serviceClient(service),
    store: new CheckpointStore(serverStorage(service)),
    keys: auditKeys(environment.audit),
    settings: environment.audit,
  };
}
