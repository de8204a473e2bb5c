import { CompositionProvider } from '@homie/composition';
import { createContext, useContext, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { RemoteOutlet } from './remote-outlet';
import type { Remotes } from './remotes';

const RemotesContext = createContext<Remotes | null>(null);

/** The page's remotes, for the shell's own outlets. */
export function useRemotes(): Remotes {
  const remotes = useContext(RemotesContext);
  if (!remotes) throw new Error('useRemotes needs a RemotesProvider');
  return remotes;
}

/** Gives the composition to everything inside, and the shell's outlets their remotes. */
export function RemotesProvider({ remotes, children }: { remotes: Remotes; children: ReactNode }) {
  const composition = useSyncExternalStore(remotes.subscribe, remotes.composition);
  const value = useMemo(
    () => ({
      composition,
      remoteState: remotes.state,
      subscribe: remotes.subscribe,
      RemoteOutlet,
    }),
    [composition, remotes],
  );
  return (
    <RemotesContext value={remotes}>
      <CompositionProvider value={value}>{children}</CompositionProvider>
    </RemotesContext>
  );
}
