import { createContext, use } from 'react';
import type { Api } from '../http/api';

/** Provides the backend to everything below an ApiProvider. */
export const ApiContext = createContext<Api | null>(null);

/** The backend of the surrounding {@link ApiProvider}. */
export function useApi(): Api {
  const api = use(ApiContext);
  if (api === null) throw new Error('useApi needs an ApiProvider above it');
  return api;
}
