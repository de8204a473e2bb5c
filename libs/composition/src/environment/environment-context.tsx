import { createContext, useContext } from 'react';
import type { Environment } from './environment-schema';

const EnvironmentContext = createContext<Environment | null>(null);

/** Provides the environment to everything inside; the shell's one instance serves the remotes too. */
export const EnvironmentProvider = EnvironmentContext.Provider;

/**
 * Returns the environment of this installation.
 * @throws outside an EnvironmentProvider
 */
export function useEnvironment(): Environment {
  const environment = useContext(EnvironmentContext);
  if (!environment) throw new Error('useEnvironment needs an EnvironmentProvider');
  return environment;
}
