import type { TestServer } from '@homie/server/testing';
import { AccountClient } from './account-client.ts';
import { SoftwareAuthenticator, type Deviation } from './software-authenticator.ts';

/** Starts to add a passkey. @throws if the server refuses */
export async function startAdding({ auth }: AccountClient) {
  const { data, error } = await auth.passkey.startRegistration();
  if (error) throw error;
  return data;
}

/** Starts to sign in with a passkey. @throws if the server refuses */
export async function startSignIn({ auth }: AccountClient) {
  const { data, error } = await auth.passkey.startAuthentication();
  if (error) throw error;
  return data;
}

/** Adds a passkey on a new authenticator. @throws if the server refuses */
export async function addPasskey(
  client: AccountClient,
  server: TestServer,
): Promise<{ id: string; authenticator: SoftwareAuthenticator }> {
  const authenticator = new SoftwareAuthenticator(server.url);
  const { challenge_id: challengeId, options } = await startAdding(client);
  const { data, error } = await client.auth.passkey.verifyRegistration({
    challengeId,
    credential: authenticator.create(options),
  });
  if (error) throw error;
  return { id: data.id, authenticator };
}

/** Signs in with a passkey in a browser, and returns the server's answer. */
export async function usePasskey(
  browser: AccountClient,
  authenticator: SoftwareAuthenticator,
  deviation: Deviation = {},
) {
  const { challenge_id: challengeId, options } = await startSignIn(browser);
  const credential = authenticator.get(options, deviation);
  return browser.auth.passkey.verifyAuthentication({ challengeId, credential });
}

/** Opens a browser in which no one is signed in. */
export function newBrowser(server: TestServer): AccountClient {
  return new AccountClient(server, { email: '', password: '' });
}

/** Every refused response of an authenticator looks the same. */
export const REFUSED = {
  code: 'webauthn_verification_failed',
  status: 400,
  message: 'Credential verification failed',
};

/** The error of a challenge that was used, or is of another kind, user or session. */
export const USED = { code: 'webauthn_challenge_not_found', status: 400 };

/** Deviations that are refused when a passkey is added and when it signs in. */
export const ATTACKS: [string, Deviation][] = [
  ['another origin', { origin: 'https://homie.attacker.example' }],
  ['the origin of another port', { origin: 'http://localhost:1' }],
  ['another relying party', { rpId: 'attacker.example' }],
  ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
  ['no verified user', { userVerified: false }],
  ['no present user', { userPresent: false, userVerified: false }],
];

export const errorOf = ({ error }: { error: unknown }) => error;
