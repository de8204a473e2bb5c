import { lazyRemotesApi, useApi, useIsAdmin, useQuery } from '@homie/api-client';
import { useSession } from '@homie/auth';
import type { Composition } from '@homie/composition';

/** The role of the person, looked up only where a contribution asks for another one than an administrator's, which is known. */
export function useAskedRole(composition: Composition): string | null {
  const api = useApi();
  const userId = useSession()?.user.id;
  const isAdmin = useIsAdmin(userId);
  const { navItems, headerActions, paletteCommands, overviewCards, adminSections } = composition;
  const isAsked = [navItems, headerActions, paletteCommands, overviewCards, adminSections].some(
    (places) => places.some(({ roles }) => roles?.some((role) => role !== 'admin')),
  );
  const { data: role } = useQuery({
    queryKey: ['access', 'role', userId],
    queryFn: async ({ signal }) =>
      userId === undefined ? null : (await lazyRemotesApi()).readRole(api, userId, signal),
    enabled: isAsked && !isAdmin && userId !== undefined,
  });
  return isAdmin ? 'admin' : (role ?? null);
}
