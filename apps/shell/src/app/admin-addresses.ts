import type { RemoteContribution } from '@homie/composition';

/** The screens of the administration that the product has in every environment, composed or not. */
const PRODUCT_ADDRESSES = [
  '/admin/assistants',
  '/admin/participants',
  '/admin/users',
  '/admin/audit',
];

/**
 * The routes of the administration: its overview, the product's sections and those that remotes
 * contribute. Everything else below /admin is not found, for every visitor.
 */
export function adminRoutes(sections: readonly RemoteContribution[]): string[] {
  const contributed = sections.map(({ path }) => path).filter((path) => path !== '/admin');
  const addresses = new Set([...PRODUCT_ADDRESSES, ...contributed]);
  return ['/admin', ...[...addresses].map((address) => `${address}/*`)];
}
