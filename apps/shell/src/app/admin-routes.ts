import type { RemoteContribution } from '@homie/composition';
import { PRODUCT_ADDRESSES } from '@homie/contracts';

/**
 * Returns the routes of the administration: its overview, the product's sections and those that remotes contribute.
 * Every other address below /admin is not found, for every visitor.
 */
export function adminRoutes(sections: readonly RemoteContribution[]): string[] {
  const paths = [...PRODUCT_ADDRESSES, ...sections]
    .map(({ path }) => path)
    .filter((path) => path.startsWith('/admin/'));
  return ['/admin', ...[...new Set(paths)].map((path) => `${path}/*`)];
}
