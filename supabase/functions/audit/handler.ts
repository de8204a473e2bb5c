import { AppError, callRequestSchema } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import { authenticate } from '../_shared/http/authenticate.ts';
import { readData, serviceClient } from '../_shared/http/data-access.ts';
import { serverStorage } from '../_shared/http/file-storage.ts';
import { functionPath } from '../_shared/http/function-path.ts';
import { parseInput } from '../_shared/http/parse-input.ts';
import { readJsonBody } from '../_shared/http/read-json-body.ts';
import { respondWith } from '../_shared/http/respond-with.ts';
import { createRouter } from '../_shared/http/router.ts';
import { getAnchor } from './anchor.ts';
import { positionSchema } from './checkpoint-context.ts';
import { createCheckpointStore } from './checkpoint-store.ts';
import type { ServerContext } from './context.ts';
import type { AuditEnvironment } from './environment.ts';
import { auditKeys } from './keys.ts';
import type { LastCheckpoint } from './last-checkpoint.ts';
import { routes } from './routes/index.ts';

/** Dependencies that the host provides. Each has a default. */
export interface AuditDependencies {
  /** Reaches `supabaseUrl`; a host that serves it itself may answer without the network. */
  fetch?: typeof fetch;
  /** Stores the last checkpoint outside the database; not stored there by default. */
  lastCheckpoint?: LastCheckpoint;
  /** Writes a line to the log for each new checkpoint; not logged by default. */
  log?: (line: string) => void;
  /** Called with the endpoint of each request. */
  onRoute?: (route: string) => void;
  /** Called with each failure that is not reported to callers. */
  onError?: (error: unknown) => void;
}

/** Dependencies of the sweep that the host provides. */
export type SweepDependencies = Pick<
  AuditDependencies,
  'fetch' | 'lastCheckpoint' | 'log' | 'onError'
>;

const findRoute = createRouter(routes);

const MAX_BODY_BYTES = 64 * 1024;

/**
 * Creates the `audit` function: the operations of the audit log that only the server can do, above all signing.
 * @returns the request handler
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
    const { route, call } = findRoute(envelope);
    dependencies.onRoute?.(`${route.method} ${route.pattern}`);
    return route.handle({ ...server, userId: caller.id }, call);
  }

  return respondWith(answer, { allowedOrigins: environment.allowedOrigins, onError });
}

/** Creates the context shared by all callers. */
export function serverContext(
  environment: AuditEnvironment,
  {
    fetch: reach = fetch,
    lastCheckpoint,
    log = () => undefined,
    onError = () => undefined,
  }: SweepDependencies = {},
): ServerContext {
  const supabaseUrl = environment.supabaseUrl.replace(/\/+$/, '');
  const service = { ...environment, supabaseUrl, fetch: reach };
  const server = serviceClient(service);
  return {
    server,
    position: (at_seq) => readData(server.rpc('audit_position', { at_seq }), positionSchema),
    digests: (after_seq, up_to) =>
      readData(server.rpc('audit_digests', { after_seq, up_to }), z.string()),
    store: createCheckpointStore(serverStorage(service)),
    keys: auditKeys(environment.audit),
    lastCheckpoint,
    anchor: getAnchor(environment.audit, { fetch: reach, onError }),
    log,
    settings: environment.audit,
  };
}
