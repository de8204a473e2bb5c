import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  SignJWT,
  type JWTHeaderParameters,
  type JWTPayload,
} from 'jose';

/** What the provider says about a user; `sub` is the login by default. */
export interface IdentityClaims {
  sub?: string;
  email?: string;
  email_verified?: boolean;
  groups?: string[];
  [name: string]: unknown;
}

/** An OpenID Connect provider on this computer. */
export interface IdentityProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The users by their login; can be changed at any time. */
  users: Map<string, IdentityClaims>;
  /** Changes the claims of the next ID tokens, e.g. their times. */
  changeIdToken: ((claims: JWTPayload) => JWTPayload) | undefined;
  stop(): Promise<void>;
}

const CLIENT_ID = 'homie';
const CLIENT_SECRET = 'provider-secret-provider-secret-1';
const PAGE = `<!doctype html><html lang="en"><title>Identity provider</title><h1>Identity provider</h1>
<form method="post"><label>Login <input name="login" autofocus /></label><button>Continue</button></form>`;

const subjectOf = (login: string, { sub = login }: IdentityClaims) => sub;

/**
 * Starts an identity provider: `oidc-provider` with a sign-in page that asks for the login only.
 * @param redirectUris of the product
 * @param claimsInIdToken includes the claims in the ID token instead of the user-info response
 */
export async function startIdentityProvider(
  redirectUris: string[],
  { claimsInIdToken = false }: { claimsInIdToken?: boolean } = {},
): Promise<IdentityProvider> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  const issuer = `http://127.0.0.1:${address.port}`;
  const users = new Map<string, IdentityClaims>();
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });

  // Most tests that import this module start none.
  const { default: Provider } = await import('oidc-provider');
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: redirectUris }],
    jwks: { keys: [await exportJWK(privateKey)] },
    pkce: { required: () => true },
    cookies: { keys: ['identity-provider'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified', 'groups', '_claim_names', 'xms_edov'],
      profile: ['name'],
    },
    conformIdTokenClaims: !claimsInIdToken,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    async findAccount(_context, subject) {
      const [, claims] = [...users].find((user) => subjectOf(...user) === subject) ?? [];
      return claims && { accountId: subject, claims: () => ({ ...claims, sub: subject }) };
    },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        accountId: oidc.session?.accountId ?? '',
        clientId: oidc.client?.clientId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (context, next) => {
    await next();
    const body = context.body as { id_token?: string } | undefined;
    if (!identityProvider.changeIdToken || typeof body?.id_token !== 'string') return;
    body.id_token = await new SignJWT(identityProvider.changeIdToken(decodeJwt(body.id_token)))
      .setProtectedHeader(decodeProtectedHeader(body.id_token) as JWTHeaderParameters)
      .sign(privateKey);
  });
  const handle = provider.callback();

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') {
      response.setHeader('content-type', 'text/html');
      response.end(PAGE);
      return;
    }
    const body = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
    const login = body.get('login') ?? '';
    const claims = users.get(login);
    await provider.interactionFinished(
      request,
      response,
      claims
        ? { login: { accountId: subjectOf(login, claims) } }
        : { error: 'access_denied', error_description: '<script>unknown</script>' },
    );
  }

  server.on('request', (request, response) => {
    const answer = request.url?.startsWith('/interaction/') ? interact : handle;
    void answer(request, response);
  });
  const identityProvider: IdentityProvider = {
    changeIdToken: undefined,
    issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    users,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return identityProvider;
}
