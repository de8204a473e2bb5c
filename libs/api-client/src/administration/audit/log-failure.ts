import { ApiError } from '../../http/api-error';

/** Logs the cause of a failure to the page's own console; the user sees less of it, or nothing. */
export function logFailure(what: string, error: unknown): void {
  const detail = error instanceof ApiError ? `${error.code}: ${error.message}` : String(error);
  // oxlint-disable-next-line no-console -- the console is the only log that a page has
  console.error(`${what}: ${detail}`);
}
