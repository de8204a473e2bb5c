import type { ReactNode } from 'react';
import { ApiProvider } from '../react/api-provider';
import { testApi } from './scripted-server';

const api = testApi();

/** Provides a backend to a component test, whose stub of `fetch` receives the requests. */
export function TestApiProvider({ children }: { children: ReactNode }) {
  return <ApiProvider {...api}>{children}</ApiProvider>;
}
