import type { AuthContext } from '../auth-context.ts';
import { authError } from '../auth-error.ts';
import { domainOf } from './provider-settings.ts';

/**
 * Refuses a password or a mailed link of a user who may only sign in through a provider.
 * @returns undefined if the address may use them
 */
export function refuseOtherSignIn(
  { providers }: Pick<AuthContext, 'providers'>,
  email: string | undefined,
): Response | undefined {
  if (email === undefined) return undefined;
  const domain = domainOf(email);
  const provider = providers.find(({ only, domains }) => only && domains.includes(domain));
  return (
    provider &&
    authError(
      422,
      'sso_required',
      `People at ${domain} sign in with ${provider.name}. Choose it on the sign-in page.`,
    )
  );
}
