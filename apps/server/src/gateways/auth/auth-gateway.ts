import { decodeJwt } from 'jose';
import { currentTrouble, DISK_FULL, classifyTrouble } from '../../data/database/index.ts';
import type { Caller } from '../../http/caller.ts';
import { isStorableAddress } from '../../http/storable-text.ts';
import { BadTokenError, verifyAccessToken } from './access-token.ts';
import { administerUsers } from './administer-users.ts';
import type { AuthContext, AuthRoute } from './auth-context.ts';
import { authError } from './auth-error.ts';
import { completeSession } from './complete-session.ts';
import { exchangeCode } from './exchange-code.ts';
import { invite } from './invite.ts';
import { createFactorRoutes } from './factors/factor-routes.ts';
import { requestMagicLink } from './magic-link.ts';
import { createPasskeyRoutes } from './passkeys/passkey-routes.ts';
import { listPlaces } from './list-places.ts';
import { createProviderRoutes } from './providers/provider-routes.ts';
import { readUser } from './read-user.ts';
import { recover } from './recover.ts';
import { resend } from './resend.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { signUp } from './sign-up.ts';
import { updateUser } from './update-user.ts';
import { verifyLink } from './verify-link.ts';
import { isUuid } from './uuid.ts';
import { verifyToken } from './verify-token.ts';
import { forward } from './forward.ts';
import { readAuthBody, toText } from './read-auth-body.ts';

/** POST /token?grant_type=refresh_token */
function refreshSession(context: AuthContext): AuthRoute {
  return async (request) => {
    const body = await readAuthBody(request);
    if (body instanceof Response) return body;
    await context.sessions.endExpired();
    return forward(context, request, { refresh_token: toText(body['refresh_token']) });
  };
}

/** Calls that may change what protects an account. */
const ACCOUNT_CHANGE = /^(PUT \/user|(POST|DELETE) \/(factors|passkeys)\/.*)$/;

const PREFIX = '/auth/v1';
/** Opened from a mail, hence without an API key. */
const WITHOUT_KEY = new Set(['GET /verify', 'GET /health', 'GET /settings']);

/**
 * Handles everything under /auth/v1. Only the routes that the product uses are open: lite's others create confirmed
 * accounts without a mail (its own /otp, /magiclink).
 */
export function createAuthGateway(context: AuthContext) {
  const { secrets } = context;
  const toLite: AuthRoute = (request) => context.lite.fetch(request);
  const endingSessions =
    (route: AuthRoute): AuthRoute =>
    async (request, caller) => {
      const response = await route(request, caller);
      context.sessions.forget();
      return response;
    };
  const completing =
    (route: AuthRoute): AuthRoute =>
    async (request, caller) =>
      completeSession(context, request, await route(request, caller), caller);
  const grants: Record<string, AuthRoute> = {
    password: completing(signIn(context)),
    refresh_token: completing(refreshSession(context)),
    pkce: completing(exchangeCode(context)),
  };
  const routes: Record<string, AuthRoute> = {
    'POST /signup': signUp(context),
    'POST /token': async (request, caller) => {
      const grant = grants[new URL(request.url).searchParams.get('grant_type') ?? ''];
      return grant
        ? grant(request, caller)
        : authError(400, 'invalid_credentials', 'unsupported_grant_type');
    },
    'POST /invite': invite(context),
    'POST /recover': recover(context),
    'POST /resend': resend(context),
    ...(context.magicLink && { 'POST /otp': requestMagicLink(context) }),
    'GET /verify': verifyLink(context),
    'POST /verify': completing(verifyToken(context)),
    'GET /user': readUser(context),
    'PUT /user': endingSessions(updateUser(context)),
    'POST /logout': endingSessions(signOut(context)),
    'GET /sessions/places': listPlaces(context),
    'GET /health': toLite,
    'GET /settings': toLite,
  };
  const users = endingSessions(administerUsers(context));
  const findFactorRoute = createFactorRoutes(context, completing);
  const findPasskeyRoute = createPasskeyRoutes(context, completing);
  const findProviderRoute = createProviderRoutes(context);

  async function refuseCaller(request: Request): Promise<Response | undefined> {
    const key = request.headers.get('apikey') ?? new URL(request.url).searchParams.get('apikey');
    if (key !== secrets.publishableKey && key !== secrets.secretKey)
      return authError(401, 'no_authorization', 'Invalid API key');
    const token = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
    if (token === undefined || token === key || token.startsWith('sb_')) return undefined;
    try {
      await verifyAccessToken(token, secrets.jwtSecret);
      return undefined;
    } catch (error) {
      if (error instanceof BadTokenError) return authError(403, 'bad_jwt', error.message);
      throw error;
    }
  }

  /** Mails the user what the request has changed, with the device of its session. */
  function noticeChange(request: Request): void {
    const [, token] = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '') ?? [];
    if (token === undefined || token.startsWith('sb_')) return;
    const { sub, session_id: sessionId } = decodeJwt(token);
    if (isUuid(String(sub)) && isUuid(String(sessionId)))
      context.waitUntil(context.notices.complete(String(sub), String(sessionId)));
  }

  return async (request: Request, caller: Caller): Promise<Response> => {
    const url = new URL(request.url);
    const path = url.pathname.slice(PREFIX.length);
    const providerRoute = findProviderRoute(request.method, path);
    const route =
      path === '/admin/users' || path.startsWith('/admin/users/')
        ? users
        : (routes[`${request.method} ${path}`] ??
          findFactorRoute(request.method, path) ??
          findPasskeyRoute(request.method, path) ??
          providerRoute);
    if (!route) return authError(404, 'not_found', 'This endpoint is not offered');
    if (!isStorableAddress(url))
      return authError(400, 'validation_failed', 'The address is not valid');
    // The browser opens the routes of providers, without an API key.
    const refused =
      providerRoute || WITHOUT_KEY.has(`${request.method} ${path}`)
        ? undefined
        : await refuseCaller(request);
    try {
      const response = refused ?? (await route(request, caller));
      if (response.ok && ACCOUNT_CHANGE.test(`${request.method} ${path}`)) noticeChange(request);
      if (response.status < 500) return response;
    } catch (error) {
      const refusal = refusedByDatabase(error);
      if (refusal) return refusal;
      if (!classifyTrouble(error)) throw error;
    }
    return failed();
  };
}

/** Returns the response to an error that a rule of the database raised, such as a legal hold; else undefined. */
function refusedByDatabase(error: unknown): Response | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const [, status] = /^PT(4\d\d)$/.exec(String(error.code)) ?? [];
  return status === undefined ? undefined : authError(Number(status), 'conflict', error.message);
}

function failed(): Response {
  const trouble = currentTrouble();
  if (trouble === 'full') return authError(507, 'storage_full', DISK_FULL);
  return trouble
    ? authError(503, 'unavailable', 'The service is temporarily unavailable. Please try again.')
    : authError(500, 'unexpected_failure', 'An unexpected error occurred. Please try again.');
}
