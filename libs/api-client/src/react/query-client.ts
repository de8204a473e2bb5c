import { onlineManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../http/api-error';
import { serverStatus, type ServerStatus } from '../http/server-status';

const RETRIES = 2;

/** Returns whether there was no response or a server error; the server refuses a request again. */
function isOutage(error: ApiError): boolean {
  return error.code === 'network_error' || error.status >= 500;
}

/** Returns whether a retry can help. */
function shouldRetry(failures: number, error: Error): boolean {
  return failures < RETRIES && error instanceof ApiError && isOutage(error);
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

/**
 * Refetches queries on the screen that failed because the server was unavailable, as soon as it responds again. They
 * include those that request a file or load a script, whose errors do not tell.
 */
export function refetchFailedQueries(client: QueryClient, status: ServerStatus): () => void {
  return status.subscribe(() => {
    if (!status.isReachable()) return;
    void client.refetchQueries({
      type: 'active',
      predicate: ({ state: { error } }) =>
        error !== null && !(error instanceof ApiError && !isOutage(error)),
    });
  });
}

let client: QueryClient | undefined;

/** The one query client of the page, shared by the shell and every remote. */
export function getQueryClient(): QueryClient {
  if (client === undefined) {
    client = createQueryClient();
    // It assumes a connection until the browser reports a change, so a page that starts without one would show errors.
    onlineManager.setOnline(navigator.onLine);
    refetchFailedQueries(client, serverStatus);
  }
  return client;
}
