import { createContext, useContext, type ComponentType } from 'react';
import type { Composition } from './composition';

/** The connection between the shell, which composes, and everything that wants to know of it. */
export interface CompositionContextValue {
  composition: Composition;
  /** Draws a remote inside its own boundary. Supplied by the shell, which alone can load code. */
  RemoteOutlet: ComponentType<{ name: string }>;
  /** The role of the person by the database's name, as far as a contribution asks for one. */
  role: string | null;
  /** Versions of the libraries that this page provides to its remotes, by name. */
  provided: Readonly<Record<string, string>>;
  /** Begins to load a remote that will probably be wanted. Never fails. */
  preload: (remote: string) => void;
}

const CompositionContext = createContext<CompositionContextValue | null>(null);

/** Gives the composition to everything inside, remotes included. */
export const CompositionProvider = CompositionContext.Provider;

/** @throws outside a CompositionProvider */
export function useCompositionContext(): CompositionContextValue {
  const value = useContext(CompositionContext);
  if (!value) throw new Error('The composition needs a CompositionProvider');
  return value;
}

/**
 * What this environment is composed of.
 * @throws outside a CompositionProvider
 */
export function useComposition(): Composition {
  return useCompositionContext().composition;
}

/** The component that hosts another remote: `const RemoteOutlet = useRemoteOutlet()`. */
export function useRemoteOutlet(): ComponentType<{ name: string }> {
  return useCompositionContext().RemoteOutlet;
}

/**
 * Loads a remote before it is wanted: `onMouseEnter={() => preload('audit')}`, and the same on focus. It loads once, and
 * not where the person saves data.
 */
export function usePreloadRemote(): (remote: string) => void {
  return useCompositionContext().preload;
}

/** Versions of the libraries that this page provides to its remotes, by name. */
export function useProvidedLibraries(): Readonly<Record<string, string>> {
  return useCompositionContext().provided;
}
