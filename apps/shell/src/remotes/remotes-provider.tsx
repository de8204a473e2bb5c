import { lazyRemotesApi, useApi, useIsAdmin, useQuery } from '@homie/api-client';
import { useSession } from '@homie/auth';
import { CompositionProvider, useStore, type Composition } from '@homie/composition';
import { useMemo, type ReactNode } from 'react';
import type { RemoteLoader } from './loading/remote-loader';
import { RemoteOutlet, RemotesContext } from './remote-outlet';

/** Provides the composition to everything inside, and its remotes to the shell's outlets. */
export function RemotesProvider({
  remotes,
  children,
}: {
  remotes: RemoteLoader;
  children: ReactNode;
}) {
  const composition = useStore(remotes.composition);
  const role = useRequiredRole(composition);
  const value = useMemo(
    () => ({
      composition,
      RemoteOutlet,
      role,
      provided: remotes.provided,
      preload: (name: string) => remotes.preload(name),
    }),
    [composition, role, remotes],
  );
  return (
    <RemotesContext value={remotes}>
      <CompositionProvider value={value}>{children}</CompositionProvider>
    </RemotesContext>
  );
}

/**
 * Returns the role of the user. Reads it only if a contribution requires another role than administrator, which is
 * known.
 */
function useRequiredRole(composition: Composition): string | null {
  const api = useApi();
  const userId = useSession()?.user.id;
  const isAdmin = useIsAdmin(userId);
  const { navItems, headerActions, userMenuItems } = composition;
  const { paletteCommands, overviewCards, adminSections } = composition;
  const lists = [
    navItems,
    headerActions,
    userMenuItems,
    paletteCommands,
    overviewCards,
    adminSections,
  ];
  const isRequired = lists.some((contributions) =>
    contributions.some(({ roles }) => roles?.some((role) => role !== 'admin')),
  );
  const { data: role } = useQuery({
    queryKey: ['access', 'role', userId],
    queryFn: async ({ signal }) =>
      userId === undefined ? null : (await lazyRemotesApi()).readRole(api, userId, signal),
    enabled: isRequired && !isAdmin && userId !== undefined,
  });
  return isAdmin ? 'admin' : (role ?? null);
}
