import type { AuthContext, AuthRoute } from '../auth-context.ts';
import { authError } from '../auth-error.ts';
import {
  listPasskeys,
  removePasskey,
  renamePasskey,
  withPasskey,
  type PasskeyRoute,
} from './manage-passkeys.ts';
import { startRegistration, verifyRegistration } from './register-passkey.ts';
import { startAuthentication, verifyAuthentication } from './sign-in-with-passkey.ts';

const PATH = /^\/passkeys(?:\/([^/]+))?\/?$/;

const disabled: AuthRoute = async () => authError(404, 'passkey_disabled', 'Passkeys are disabled');

/**
 * Creates the routes of Supabase Auth for passkeys.
 * @param completing completes a session that a route returns
 * @returns a function that finds the route of a request
 */
export function createPasskeyRoutes(
  context: AuthContext,
  completing: (route: AuthRoute) => AuthRoute,
): (method: string, path: string) => AuthRoute | undefined {
  const { relyingParty } = context;
  if (!relyingParty)
    return (_method, path) => (/^\/passkeys(\/|$)/.test(path) ? disabled : undefined);
  const ceremonies: Record<string, AuthRoute> = {
    'POST /passkeys/registration/options': startRegistration(context, relyingParty),
    'POST /passkeys/registration/verify': verifyRegistration(context, relyingParty),
    'POST /passkeys/authentication/options': startAuthentication(context, relyingParty),
    'POST /passkeys/authentication/verify': completing(verifyAuthentication(context, relyingParty)),
  };
  const list = listPasskeys(context);
  const one: Record<string, PasskeyRoute> = {
    PATCH: renamePasskey(context),
    DELETE: removePasskey(context),
  };
  return (method, path) => {
    const ceremony = ceremonies[`${method} ${path}`];
    if (ceremony) return ceremony;
    const match = PATH.exec(path);
    if (!match) return undefined;
    const [, id] = match;
    if (id === undefined) return method === 'GET' ? list : undefined;
    const route = one[method];
    return route && withPasskey(route, id);
  };
}
