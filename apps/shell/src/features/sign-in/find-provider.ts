import type { useEnvironment } from '@homie/composition';

/** An identity provider of this installation. */
export type SignInProvider = ReturnType<typeof useEnvironment>['providers'][number];

/** Returns the mail domain of what a user typed. */
export function domainOf(email: string): string {
  return email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase();
}

/** Returns the provider of the people with this address; undefined if they use a password. */
export function findProvider(
  providers: readonly SignInProvider[],
  email: string,
): SignInProvider | undefined {
  const domain = domainOf(email);
  return providers.find(({ domains }) => domains.includes(domain));
}
