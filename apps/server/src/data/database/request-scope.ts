import { AsyncLocalStorage } from 'node:async_hooks';
import { isUnavailable } from './is-unavailable.ts';

/** Why a request cannot be served now, whatever it asks: no space on the disk, no database, or too slow a query. */
export type Trouble = 'full' | 'unavailable' | 'too slow';

/** What people are told. */
export const DISK_FULL =
  'The disk of the server is full, so nothing was saved. Tell an administrator.';

const CODES: Readonly<Record<string, Trouble>> = {
  ENOSPC: 'full',
  // SQLSTATE disk_full and query_canceled, which `statement_timeout` raises.
  '53100': 'full',
  '57014': 'too slow',
};

interface RequestScope {
  trouble?: Trouble;
  /** Aborted when nobody waits for the answer any more. */
  signal?: AbortSignal;
}

const current = new AsyncLocalStorage<RequestScope>();

/** Returns what kind of trouble an error of the database or of a file is, if it is one. */
export function troubleOf(error: unknown): Trouble | undefined {
  if (isUnavailable(error)) return 'unavailable';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return CODES[code];
}

/** Serves a request, for which `noteTrouble` and `currentTrouble` then work. */
export function duringRequest<T>(work: () => Promise<T>): Promise<T> {
  return current.run({}, work);
}

/** Remembers trouble for the request that is being served: `@supabase/lite` answers 500 to any error. */
export function noteTrouble(error: unknown): void {
  const request = current.getStore();
  const trouble = troubleOf(error);
  if (request && trouble) request.trouble = trouble;
}

/** Has queries of the request that is being served cancelled when the signal is aborted. */
export function cancelQueriesOn(signal: AbortSignal): void {
  const request = current.getStore();
  if (request) request.signal = signal;
}

/** Runs a query, which is cancelled when nobody waits for the request's answer any more. */
export async function runCancellable<T>(query: Promise<T> & { cancel(): void }): Promise<T> {
  const signal = current.getStore()?.signal;
  const cancel = () => query.cancel();
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    return await query;
  } catch (error) {
    noteTrouble(error);
    throw error;
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

/** Returns the trouble that the request has had. */
export function currentTrouble(): Trouble | undefined {
  return current.getStore()?.trouble;
}
