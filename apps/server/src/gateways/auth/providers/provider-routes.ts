import { decodeJwt } from 'jose';
import type { Queryable } from '../../../data/database/index.ts';
import type { AuthContext, AuthRoute } from '../auth-context.ts';
import { authError } from '../auth-error.ts';
import { emailAddress } from '../email-address.ts';
import { refuseTooMany } from '../limit-answers.ts';
import { openSession, startSession } from '../start-session.ts';
import { redirect } from '../verify-link.ts';
import { linkAccount } from './link-account.ts';
import {
  createProviderClient,
  WRONG_TIME,
  type ProviderClaims,
  type ProviderClient,
} from './provider-client.ts';
import type { SignInProvider } from './provider-settings.ts';

const CALLBACK = /^\/callback\/([a-z][a-z0-9-]*)$/;
/** A challenge of PKCE: base64url of 32 bytes. */
const CHALLENGE = /^[\w-]{43}$/;

/** Error codes of the callback, by the reason; `bad_oauth_callback` for all others. */
const CALLBACK_ERRORS = new Map([
  ['access_denied', 'access_denied'],
  [WRONG_TIME, 'sso_clock_difference'],
]);

/** Redirects to the page that completes a sign-in, with the reason why there is none. */
function fail(redirectTo: string, code: string): Response {
  const target = new URL(redirectTo);
  target.search = new URLSearchParams({ error: 'access_denied', error_code: code }).toString();
  return redirect(target);
}

/** Returns a short reason for the audit log, without values: messages may contain tokens. */
function describeReason(error: unknown): string {
  const { error: answered, code, cause } = (error ?? {}) as Record<string, unknown>;
  const reason = [answered, code, (cause as { code?: unknown } | undefined)?.code].find(
    (each) => typeof each === 'string' && /^[\w.-]{1,60}$/.test(each),
  );
  return typeof reason === 'string' ? reason : 'invalid_response';
}

/**
 * Creates the routes of Supabase Auth for sign-in through identity providers: GET /authorize sends the browser to the
 * provider, GET /callback/:id receives it back and issues a code for `exchangeCodeForSession`.
 * @returns a function that finds the route of a request
 */
export function createProviderRoutes(
  context: AuthContext,
): (method: string, path: string) => AuthRoute | undefined {
  const clients = new Map(
    context.providers.map((provider) => [
      provider.id,
      createProviderClient(provider, context.siteUrl),
    ]),
  );
  return (method, path) => {
    if (method !== 'GET' || clients.size === 0) return undefined;
    if (path === '/authorize') return authorize(context, clients);
    const client = clients.get(CALLBACK.exec(path)?.[1] ?? '');
    return client && receive(context, client);
  };
}

/** GET /authorize?provider=custom:<id>, as `signInWithOAuth` opens it. */
function authorize(
  { database, flows, limiter, redirects }: AuthContext,
  clients: ReadonlyMap<string, ProviderClient>,
): AuthRoute {
  return async (request, caller) => {
    const refused = await refuseTooMany(limiter, [['providerPerAddress', caller.address]]);
    if (refused) return refused;
    const query = new URL(request.url).searchParams;
    const client = clients.get(/^custom:(.+)$/.exec(query.get('provider') ?? '')?.[1] ?? '');
    if (!client)
      return authError(400, 'oauth_provider_not_supported', 'This provider is not set up');
    const challenge = query.get('code_challenge') ?? '';
    if (!CHALLENGE.test(challenge) || query.get('code_challenge_method')?.toLowerCase() !== 's256')
      return authError(400, 'validation_failed', 'PKCE with the method s256 is required');
    // Only the page that completes a sign-in, on one of our origins.
    const redirectTo = new URL('/auth/callback', redirects.resolve(query.get('redirect_to'))).href;
    const loginHint = emailAddress(query.get('login_hint'));
    try {
      const { address, checks } = await client.start(loginHint);
      await flows.rememberProviderFlow(checks.state, {
        ...checks,
        providerId: client.provider.id,
        redirectTo,
        challenge: { value: challenge, method: 's256' },
      });
      return redirect(address);
    } catch (error) {
      await recordRefusal(database, client.provider.id, describeReason(error));
      return fail(redirectTo, 'sso_unavailable');
    }
  };
}

/** GET /callback/:id: the provider's response, by way of the browser. A state is valid once, at its own provider. */
function receive(context: AuthContext, client: ProviderClient): AuthRoute {
  const { database, flows, limiter, redirects, signUp } = context;
  const { provider } = client;

  async function refuse(redirectTo: string, code: string, reason: string, userId?: string) {
    await recordRefusal(database, provider.id, reason, userId);
    return fail(redirectTo, code);
  }

  return async (request, caller) => {
    const refused = await refuseTooMany(limiter, [['providerPerAddress', caller.address]]);
    if (refused) return refused;
    const { search, searchParams: query } = new URL(request.url);
    const state = query.get('state') ?? '';
    const flow = await flows.takeProviderFlow(state);
    if (flow?.providerId !== provider.id) return fail(redirects.callback, 'bad_oauth_state');
    const { redirectTo, challenge } = flow;

    let claims: ProviderClaims;
    try {
      claims = await client.finish(search, { ...flow, state });
    } catch (error) {
      const reason = describeReason(error);
      const code = CALLBACK_ERRORS.get(reason) ?? 'bad_oauth_callback';
      return refuse(redirectTo, code, code === 'sso_clock_difference' ? code : reason);
    }
    const signedIn = await database.transaction(async (transaction) => {
      const account = await linkAccount(transaction, provider, claims, signUp);
      if (account.refusal !== undefined) return account;
      await applyRole(transaction, provider, account.userId, claims.groups);
      // At aal1: a second factor of the provider is the provider's, and does not replace one that the user or the
      // environment demands here.
      const refreshToken = await startSession(transaction, {
        userId: account.userId,
        method: 'oauth',
        aal: 'aal1',
        recorded: { name: 'homie.sign_in_provider', value: provider.id },
      });
      return { refreshToken };
    });
    if ('refusal' in signedIn)
      return refuse(redirectTo, signedIn.refusal, signedIn.refusal, signedIn.userId);

    const response = await openSession(context, signedIn.refreshToken);
    if (!response.ok) throw new Error('the session was not opened');
    const session = (await response.json()) as { access_token: string };
    const { session_id: id } = decodeJwt(session.access_token);
    const code = await flows.issueCode(
      { id: String(id), body: JSON.stringify(session) },
      challenge,
    );
    const target = new URL(redirectTo);
    target.searchParams.set('code', code);
    return redirect(target);
  };
}

/** Gives the role of the user's groups, if the provider has roles and says which groups. */
async function applyRole(
  database: Queryable,
  { id, roles }: SignInProvider,
  userId: string,
  groups: readonly string[] | undefined,
): Promise<void> {
  if (!roles || !groups) return;
  const names = groups.flatMap((group) =>
    Object.hasOwn(roles, group) ? (roles[group] ?? []) : [],
  );
  await database.query('select private.apply_provider_role($1::text::uuid, $2, $3::text[])', [
    userId,
    id,
    names,
  ]);
}

async function recordRefusal(
  database: Queryable,
  provider: string,
  reason: string,
  userId?: string,
): Promise<void> {
  await database.query(`select private.record_audit('denied', $1::text::uuid, meta => $2::jsonb)`, [
    userId ?? null,
    { attempted: 'single_sign_on', provider, reason },
  ]);
}
