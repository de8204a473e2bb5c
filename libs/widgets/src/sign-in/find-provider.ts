import type { SignInProvider } from '@homie/composition';

/** Returns the identity provider of the people with this address; undefined if they use a password. */
export function findProvider(
  providers: readonly SignInProvider[],
  email: string,
): SignInProvider | undefined {
  const domain = email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase();
  return providers.find(({ domains }) => domains.includes(domain));
}
