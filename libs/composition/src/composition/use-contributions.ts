import type { Contributions } from '../manifest/contributions-schema';
import type { RemoteContribution } from '../manifest/contributions-schema';
import { useCompositionContext } from './composition-context';

/**
 * What remotes contribute to a place, for the person in front of it. To leave out what a role cannot use is a courtesy:
 * whether it may be used is decided by the database.
 */
export function useContributions(kind: keyof Contributions): RemoteContribution[] {
  const { composition, role } = useCompositionContext();
  return composition[kind].filter(({ roles }) => !roles || (role !== null && roles.includes(role)));
}
