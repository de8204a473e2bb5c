import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../http/api-error';
import { serverStatus, type ServerStatus } from '../http/server-status';

const RETRIES = 2;

/** Returns whether a retry can help: if there was no response or a server error, never if the server refused. */
function shouldRetry(failures: number, error: Error): boolean {
  if (failures >= RETRIES || !(error instanceof ApiError)) return false;
  return error.code === 'network_error' || error.status >= 500;
}

/** Creates a query client with the product's defaults; for tests and {@link getQueryClient}. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: shouldRetry,
        retryDelay: (failures) => 400 * 2 ** failures,
      },
      mutations: {
        // A write that silently waits for the network looks like one that succeeded.
        networkMode: 'always',
      },
    },
  });
}

/** Refetches queries on the screen that failed because the server was unavailable, as soon as it responds again. */
export function refetchFailedQueries(client: QueryClient, status: ServerStatus): () => void {
  return status.subscribe(() => {
    if (!status.isReachable()) return;
    void client.refetchQueries({
      type: 'active',
      predicate: ({ state: { error } }) =>
        error instanceof ApiError && (error.code === 'network_error' || error.status >= 500),
    });
  });
}

let client: QueryClient | undefined;

/** The one query client of the page, shared by the shell and every remote. */
export function getQueryClient(): QueryClient {
  if (client === undefined) {
    client = createQueryClient();
    refetchFailedQueries(client, serverStatus);
  }
  return client;
}
