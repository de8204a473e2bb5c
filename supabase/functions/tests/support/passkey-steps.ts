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
