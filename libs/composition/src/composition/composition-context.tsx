import { createContext, useContext, useSyncExternalStore, type ComponentType } from 'react';
import type { Composition } from './composition';
import type { RemoteState } from './remote-state';

/** The connection between the shell, which composes, and everything that wants to know of it. */
export interface CompositionContextValue {
  composition: Composition;
  remoteState: (name: string) => RemoteState;
  /** Calls the listener when any remote's state changes; returns how to stop. */
  subscribe: (listener: () => void) => () => void;
  /** Draws a remote inside its own boundary. Supplied by the shell, which alone can load code. */
  RemoteOutlet: ComponentType<{ name: string }>;
}

const CompositionContext = createContext<CompositionContextValue | null>(null);

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

/** The state of one remote on this page, kept up to date. */
export function useRemoteState(name: string): RemoteState {
  const { remoteState, subscribe } = useContextValue();
  return useSyncExternalStore(subscribe, () => remoteState(name));
}

/** The component that hosts another remote: `const RemoteOutlet = useRemoteOutlet()`. */
export function useRemoteOutlet(): ComponentType<{ name: string }> {
  return useContextValue().RemoteOutlet;
}
