import { createContext, useContext } from 'react';
import type { Remotes } from './remotes';

/** Carries the page's remotes to the shell's outlets. */
export const RemotesContext = createContext<Remotes | null>(null);

/** The page's remotes. @throws outside a RemotesProvider */
export function useRemotes(): Remotes {
  const remotes = useContext(RemotesContext);
  if (!remotes) throw new Error('useRemotes needs a RemotesProvider');
  return remotes;
}
