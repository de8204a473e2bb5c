import { AppError, callRequestSchema } from '@homie/contracts';
import { demoProvider } from '../_shared/ai/demo-provider.ts';
import { ChangeSignals } from '../_shared/changes/change-signals.ts';
import { CHANGE_TIMING } from '../_shared/changes/change-timing.ts';
import { databaseVersions } from '../_shared/changes/read-versions.ts';
import { authenticate } from '../_shared/http/authenticate.ts';
import { corsHeaders, preflightResponse } from '../_shared/http/cors.ts';
import { callerClient, serviceClient } from '../_shared/http/data-access.ts';
import { functionPath } from '../_shared/http/function-path.ts';
import { failureResponse, successResponse } from '../_shared/http/json-response.ts';
import { parseInput } from '../_shared/http/parse-input.ts';
import { readJsonBody } from '../_shared/http/read-json-body.ts';
import { readStoredText } from '../_shared/http/read-stored-text.ts';
import { matchRoute } from '../_shared/http/router.ts';
import { databaseTurnStore } from '../_shared/turns/database-turn-store.ts';
import { TurnSignals } from '../_shared/turns/turn-signals.ts';
import { TURN_TIMING } from '../_shared/turns/turn-timing.ts';
import type { CallContext, ServerContext } from './context.ts';
import type { ConversationsDependencies } from './dependencies.ts';
import { withDefaults, type ConversationsEnvironment } from './environment.ts';
import { routes } from './routes/index.ts';

/** Room for the longest message in any encoding, and its attachments' descriptions. */
const MAX_BODY_BYTES = 256 * 1024;

/**
 * The `conversations` function: chat and assistant management behind one address.
 * @returns what answers its requests
 */
export function createConversationsHandler(
  environment: ConversationsEnvironment,
  dependencies: ConversationsDependencies = {},
): (request: Request) => Promise<Response> {
  const settings = withDefaults(environment);
  const service = { ...settings, fetch: dependencies.fetch ?? fetch };
  const server = serverContext(environment, dependencies);

  async function answer(request: Request): Promise<Response> {
    if (functionPath(request) !== '/conversations') throw new AppError('not_found');
    if (request.method !== 'POST') throw new AppError('method_not_allowed');
    const caller = await authenticate(request, service);
    const envelope = parseInput(callRequestSchema, await readJsonBody(request, MAX_BODY_BYTES));
    const { route, call } = matchRoute(routes, envelope);
    const data = callerClient(service, caller.token);
    const readText: CallContext['readText'] = (file) => readStoredText(service, caller.token, file);
    const announce = () => server.changes.touch(caller.id);
    const waitUntil = (work: Promise<unknown>) => server.waitUntil(work.finally(announce));
    const context = { ...server, waitUntil, caller, data, readText, request };
    const result = await route.handle(context, call);
    if (envelope.method !== 'GET') announce();
    return result instanceof Response ? result : successResponse(result);
  }

  return async (request) => {
    if (request.method === 'OPTIONS') return preflightResponse(request, settings.allowedOrigins);
    const response = await answer(request).catch((error: unknown) => {
      if (!(error instanceof AppError)) server.onError(error);
      else if (error.cause !== undefined) server.onError(error.cause);
      return failureResponse(error);
    });
    for (const [name, value] of corsHeaders(request, settings.allowedOrigins)) {
      response.headers.set(name, value);
    }
    return response;
  };
}

/**
 * Ends the replies that a process before this one left unfinished. To be called on start.
 * @param olderThanMs how long a reply must have been without a sign of life; 0 where no other process can be writing
 * @returns how many were ended
 */
export function sweepTurns(
  environment: ConversationsEnvironment,
  dependencies: Pick<ConversationsDependencies, 'fetch' | 'turnStore'> = {},
  { olderThanMs = TURN_TIMING.staleAfterMs }: { olderThanMs?: number } = {},
): Promise<number> {
  return serverContext(environment, dependencies).store.interruptStale({ olderThanMs });
}

function serverContext(
  environment: ConversationsEnvironment,
  dependencies: ConversationsDependencies,
): ServerContext {
  const settings = withDefaults(environment);
  const timing = { ...TURN_TIMING, ...dependencies.timing };
  const service = serviceClient({ ...settings, fetch: dependencies.fetch ?? fetch });
  return {
    service,
    store:
      dependencies.turnStore ??
      databaseTurnStore(service, {
        staleAfterMs: timing.staleAfterMs,
        sendsPerMinute: settings.sendsPerMinute,
      }),
    signals: new TurnSignals(),
    changes: new ChangeSignals(databaseVersions(service), {
      ...CHANGE_TIMING,
      ...dependencies.changeTiming,
    }),
    provider: dependencies.provider ?? demoProvider({ delayMs: settings.demoDelayMs }),
    timing,
    shutdown: dependencies.shutdown ?? new AbortController().signal,
    waitUntil: dependencies.waitUntil ?? (() => undefined),
    onError: dependencies.onError ?? (() => undefined),
  };
}
