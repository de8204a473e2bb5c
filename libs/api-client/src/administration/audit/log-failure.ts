import { ApiError } from '../../http/api-error';

/** Writes to the page's own log why something did not work; the person is told less, or nothing. */
export function logFailure(what: string, error: unknown): void {
  const detail = error instanceof ApiError ? `${error.code}: ${error.message}` : String(error);
  // oxlint-disable-next-line no-console -- the console is the only log that a page has
  console.error(`${what}: ${detail}`);
}
