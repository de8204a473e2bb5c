import { CompositionProvider } from '@homie/composition';
import { useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { preloadRemote } from './preload-remote';
import { RemoteOutlet } from './remote-outlet';
import type { Remotes } from './remotes';
import { RemotesContext } from './remotes-context';
import { useAskedRole } from './use-asked-role';

/** Gives the composition to everything inside, and the shell's outlets their remotes. */
export function RemotesProvider({ remotes, children }: { remotes: Remotes; children: ReactNode }) {
  const composition = useSyncExternalStore(remotes.subscribe, remotes.composition);
  const role = useAskedRole(composition);
  const value = useMemo(
    () => ({
      composition,
      RemoteOutlet,
      role,
      provided: remotes.provided,
      preload: (name: string) => preloadRemote(remotes, name),
    }),
    [composition, role, remotes],
  );
  return (
    <RemotesContext value={remotes}>
      <CompositionProvider value={value}>{children}</CompositionProvider>
    </RemotesContext>
  );
}
