import { QueryClientProvider } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import type { Api } from '../http/api';
import { ApiContext } from './api-context';
import { getQueryClient } from './query-client';

/** Provides the backend and the page's one query client to everything below. Mounted once, by the shell. */
export function ApiProvider({
  baseUrl,
  publishableKey,
  getAccessToken,
  onAuthError,
  onWaiting,
  children,
}: Api & { children: ReactNode }) {
  const api = useMemo(
    () => ({ baseUrl, publishableKey, getAccessToken, onAuthError, onWaiting }),
    [baseUrl, publishableKey, getAccessToken, onAuthError, onWaiting],
  );
  return (
    <ApiContext value={api}>
      <QueryClientProvider client={getQueryClient()}>{children}</QueryClientProvider>
    </ApiContext>
  );
}
