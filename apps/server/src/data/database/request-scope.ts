import { AsyncLocalStorage } from 'node:async_hooks';
import { isUnavailable } from './is-unavailable.ts';

/** The reason why no request can be served now: no space on the disk, no database, or too slow a query. */
export type Trouble = 'full' | 'unavailable' | 'too slow';

/** Message for users. */
export const DISK_FULL =
  'The disk of the server is full, so nothing was saved. An administrator needs to free some space.';

const CODES: Readonly<Record<string, Trouble>> = {
  ENOSPC: 'full',
  // SQLSTATE disk_full and query_canceled, which `statement_timeout` raises.
  '53100': 'full',
  '57014': 'too slow',
};

interface RequestScope {
  trouble?: Trouble;
  /** Aborted when the client has disconnected. */
  signal?: AbortSignal;
}

const current = new AsyncLocalStorage<RequestScope>();

/** Returns the kind of trouble of a database or file error, if it is one. */
export function classifyTrouble(error: unknown): Trouble | undefined {
  if (isUnavailable(error)) return 'unavailable';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return CODES[code];
}

/** Serves a request, within which `noteTrouble` and `currentTrouble` work. */
export function duringRequest<T>(work: () => Promise<T>): Promise<T> {
  return current.run({}, work);
}

/** Stores trouble for the current request: `@supabase/lite` answers 500 to any error. */
export function noteTrouble(error: unknown): void {
  const request = current.getStore();
  const trouble = classifyTrouble(error);
  if (request && trouble) request.trouble = trouble;
}

/** Cancels the queries of the current request when the signal is aborted. */
export function cancelQueriesOn(signal: AbortSignal): void {
  const request = current.getStore();
  if (request) request.signal = signal;
}

/**
 * Runs a query, and cancels it when the signal of the request is aborted. A cancellation names a connection, not a
 * query: the promise settles after it has been delivered, so that it cannot cancel the next query on the connection.
 * @param query its `cancel` resolves when the database has received the cancellation
 */
export async function runCancellable<T>(query: Promise<T> & { cancel(): unknown }): Promise<T> {
  const signal = current.getStore()?.signal;
  let cancelled: Promise<unknown> | undefined;
  const cancel = () => {
    // If the cancellation is not delivered, the query ends by itself.
    cancelled = Promise.resolve(query.cancel()).catch(() => undefined);
  };
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    return await query;
  } catch (error) {
    noteTrouble(error);
    throw error;
  } finally {
    signal?.removeEventListener('abort', cancel);
    await cancelled;
  }
}

/** Returns the stored trouble of the current request. */
export function currentTrouble(): Trouble | undefined {
  return current.getStore()?.trouble;
}
