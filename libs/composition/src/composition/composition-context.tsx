import { createContext, useContext, type ComponentType } from 'react';
import type { Composition } from './composition';

/** The connection between the shell, which composes, and everything that wants to know of it. */
export interface CompositionContextValue {
  composition: Composition;
  /** Draws a remote inside its own boundary. Supplied by the shell, which alone can load code. */
  RemoteOutlet: ComponentType<{ name: string }>;
}

const CompositionContext = createContext<CompositionContextValue | null>(null);

/** Gives the composition to everything inside, remotes included. */
export const CompositionProvider = CompositionContext.Provider;

function useContextValue(): CompositionContextValue {
  const value = useContext(CompositionContext);
  if (!value) throw new Error('The composition needs a CompositionProvider');
  return value;
}

/**
 * What this environment is composed of.
 * @throws outside a CompositionProvider
 */
export function useComposition(): Composition {
  return useContextValue().composition;
}

/** The component that hosts another remote: `const RemoteOutlet = useRemoteOutlet()`. */
export function useRemoteOutlet(): ComponentType<{ name: string }> {
  return useContextValue().RemoteOutlet;
}
