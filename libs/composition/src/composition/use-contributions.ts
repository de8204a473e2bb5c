import type { Contributions } from '../manifest/contributions-schema';
import type { RemoteContribution } from '../manifest/contributions-schema';
import { useCompositionContext } from './composition-context';

/**
 * Returns the contributions of one kind for the user's role. Hiding those that a role cannot use is a courtesy: the
 * database decides about access.
 */
export function useContributions(kind: keyof Contributions): RemoteContribution[] {
  const { composition, role } = useCompositionContext();
  return composition[kind].filter(({ roles }) => !roles || (role !== null && roles.includes(role)));
}
