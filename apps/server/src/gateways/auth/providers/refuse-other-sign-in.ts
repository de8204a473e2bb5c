import type { AuthContext } from '../auth-context.ts';
import { authError } from '../auth-error.ts';
import { domainOf } from './provider-settings.ts';

type Providers = Pick<AuthContext, 'providers'>;

/** Returns the provider through which alone the user of an address may sign in; undefined if there is none. */
export function requiredProvider({ providers }: Providers, email: string) {
  const domain = domainOf(email);
  return providers.find(({ only, domains }) => only && domains.includes(domain));
}

/**
 * Refuses a password or a mailed link of a user who may only sign in through a provider.
 * @returns undefined if the address may use them
 */
export function refuseOtherSignIn(
  context: Providers,
  email: string | undefined,
): Response | undefined {
  if (email === undefined) return undefined;
  const provider = requiredProvider(context, email);
  return (
    provider &&
    authError(
      422,
      'sso_required',
      `People at ${domainOf(email)} sign in with ${provider.name}. Choose it on the sign-in page.`,
    )
  );
}
