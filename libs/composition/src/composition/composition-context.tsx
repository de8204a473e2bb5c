import { createContext, useContext, type ComponentType } from 'react';
import type { Contributions, RemoteContribution } from '../manifest/contributions-schema';
import type { Composition } from './composition';

/** The connection between the shell, which composes, and the consumers of the composition. */
export interface CompositionContextValue {
  composition: Composition;
  /** Renders a remote inside its own boundary. Provided by the shell, because only the shell can load code. */
  RemoteOutlet: ComponentType<{ name: string }>;
  /** The user's role by its name in the database, if any contribution depends on it. */
  role: string | null;
  /** Versions of the libraries that this page provides to its remotes, by name. */
  provided: Readonly<Record<string, string>>;
  /** Starts to load a remote that will probably be needed. Never fails. */
  preload: (remote: string) => void;
}

const CompositionContext = createContext<CompositionContextValue | null>(null);

/** Provides the composition to everything inside, remotes included. */
export const CompositionProvider = CompositionContext.Provider;

/** @throws outside a CompositionProvider */
function useCompositionContext(): CompositionContextValue {
  const value = useContext(CompositionContext);
  if (!value) throw new Error('The composition needs a CompositionProvider');
  return value;
}

/**
 * Returns the composition of this environment.
 * @throws outside a CompositionProvider
 */
export function useComposition(): Composition {
  return useCompositionContext().composition;
}

/**
 * Returns the contributions of one kind for the user's role. Hiding those that a role cannot use is a courtesy: the
 * database decides about access.
 */
export function useContributions(kind: keyof Contributions): RemoteContribution[] {
  const { composition, role } = useCompositionContext();
  return composition[kind].filter(({ roles }) => !roles || (role !== null && roles.includes(role)));
}

/** Returns the component that hosts another remote: `const RemoteOutlet = useRemoteOutlet()`. */
export function useRemoteOutlet(): ComponentType<{ name: string }> {
  return useCompositionContext().RemoteOutlet;
}

/**
 * Loads a remote before it is needed: `onMouseEnter={() => preload('audit')}`, and the same on focus. It loads once,
 * and not if the user saves data.
 */
export function usePreloadRemote(): (remote: string) => void {
  return useCompositionContext().preload;
}

/** Returns the versions of the libraries that this page provides to its remotes, by name. */
export function useProvidedLibraries(): Readonly<Record<string, string>> {
  return useCompositionContext().provided;
}
