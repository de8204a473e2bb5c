import type { Configuration } from 'openid-client';
import { isLocalAddress } from '../../../http/peer.ts';
import type { SignInProvider } from './provider-settings.ts';

/** Seconds that a provider has to respond. */
const TIMEOUT_SECONDS = 10;
/** Seconds that the clocks of provider and server may differ. */
const CLOCK_TOLERANCE_SECONDS = 120;
/** Providers change their addresses and methods rarely. */
const DISCOVERY_MS = 60 * 60_000;

/** The code of an error because of the times in a token. */
export const WRONG_TIME = 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED';

/** The secrets of one sign-in, which never reach the browser. */
interface SignInChecks {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** What a provider says about a user who signed in. */
export interface ProviderClaims {
  issuer: string;
  /** Identifies the user at the issuer, whatever the address. */
  subject: string;
  email: unknown;
  isVerified: boolean;
  /** Undefined if the provider does not say: too many groups for a token. */
  groups: string[] | undefined;
}

/** Speaks OpenID Connect with one provider. */
export interface ProviderClient {
  readonly provider: SignInProvider;
  /** Starts a sign-in. @returns the provider's address for the browser, and what to store */
  start(loginHint?: string): Promise<{ address: URL; checks: SignInChecks }>;
  /**
   * Redeems the code in the response of the provider, and verifies state, nonce, issuer, audience and signature.
   * @param search the query of the redirect
   * @throws if anything does not match
   */
  finish(search: string, checks: SignInChecks): Promise<ProviderClaims>;
}

/**
 * Creates the client of a provider. It reads the provider's metadata at the first sign-in: the server starts while the
 * provider is down.
 */
export function createProviderClient(provider: SignInProvider, siteUrl: string): ProviderClient {
  // Each provider has its own address: a response of another one cannot be mistaken for it (RFC 9700, 4.4.2).
  const callback = new URL(`/auth/v1/callback/${provider.id}`, siteUrl);
  let discovered: { until: number; configuration: Promise<Configuration> } | undefined;

  async function discover(): Promise<Configuration> {
    const client = await import('openid-client');
    const configuration = await client.discovery(
      new URL(provider.issuer),
      provider.clientId,
      { client_secret: provider.clientSecret, [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
      undefined,
      {
        timeout: TIMEOUT_SECONDS,
        ...(provider.issuer.startsWith('http:') &&
          isLocalAddress(provider.issuer) && { execute: [client.allowInsecureRequests] }),
      },
    );
    client.enableNonRepudiationChecks(configuration);
    return configuration;
  }

  function configure(): Promise<Configuration> {
    const now = performance.now();
    if (!discovered || discovered.until <= now) {
      const configuration = discover();
      discovered = { until: now + DISCOVERY_MS, configuration };
      configuration.catch(() => (discovered = undefined));
    }
    return discovered.configuration;
  }

  return {
    provider,
    async start(loginHint) {
      const [client, configuration] = await Promise.all([import('openid-client'), configure()]);
      const checks = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
      };
      const address = client.buildAuthorizationUrl(configuration, {
        redirect_uri: callback.href,
        scope: provider.scope,
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(checks.codeVerifier),
        code_challenge_method: 'S256',
        ...(loginHint !== undefined && { login_hint: loginHint }),
      });
      return { address, checks };
    },
    async finish(search, { state, nonce, codeVerifier }) {
      const [client, configuration] = await Promise.all([import('openid-client'), configure()]);
      const tokens = await client.authorizationCodeGrant(configuration, new URL(search, callback), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const idToken = tokens.claims();
      if (!idToken) throw new Error('The provider sent no ID token');
      // The library compares the start and end of a token's validity, and not the time at which it was issued.
      if (idToken.iat > Date.now() / 1000 + CLOCK_TOLERANCE_SECONDS)
        throw Object.assign(new Error('The ID token is from the future'), {
          code: WRONG_TIME,
        });
      const { email, groups } = missingClaims(idToken, provider);
      const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
      const userInfo =
        (email || groups) && hasUserInfo
          ? await client.fetchUserInfo(configuration, tokens.access_token, idToken.sub)
          : {};
      return readClaims(provider, idToken.iss, idToken.sub, {
        address: email ? userInfo : idToken,
        groups: groups ? userInfo : idToken,
      });
    },
  };
}

type ClaimSet = Readonly<Record<string, unknown>>;

/** Returns which claims are not in the ID token, so that the user-info endpoint has to be called. */
function missingClaims(idToken: ClaimSet, { groupsClaim, roles }: SignInProvider) {
  return {
    email: idToken['email'] === undefined,
    groups:
      roles !== undefined && idToken[groupsClaim] === undefined && !isTooLong(idToken, groupsClaim),
  };
}

/** Returns whether a provider left out a claim because it is too long: OpenID Connect Core, 5.6.2. */
function isTooLong(claims: ClaimSet, name: string): boolean {
  const distributed = claims['_claim_names'];
  return typeof distributed === 'object' && distributed !== null && name in distributed;
}

function readClaims(
  { verifiedClaim, groupsClaim }: SignInProvider,
  issuer: string,
  subject: string,
  from: { address: ClaimSet; groups: ClaimSet },
): ProviderClaims {
  const groups = from.groups[groupsClaim];
  return {
    issuer,
    subject,
    email: from.address['email'],
    // Entra ID sends numbers or texts.
    isVerified: ['true', '1'].includes(String(from.address[verifiedClaim])),
    groups: isTooLong(from.groups, groupsClaim)
      ? undefined
      : [groups].flat().filter((group) => typeof group === 'string'),
  };
}
