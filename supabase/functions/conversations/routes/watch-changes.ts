import { readChanges } from '../../_shared/changes/read-changes.ts';
import { tokenExpiry } from '../../_shared/changes/token-expiry.ts';
import { eventStreamResponse } from '../../_shared/http/event-stream.ts';
import type { CallContext } from '../context.ts';

/** Maximum delay of a timer, in milliseconds. */
const LONGEST_MS = 2_147_483_647;

/**
 * GET /conversations/changes: the changes of the caller's list, from now on or after Last-Event-ID. The stream ends
 * when the caller's token expires, so that the client reconnects with the next one, and when this process drains.
 */
export async function watchChanges({
  caller,
  data,
  changes,
  request,
  draining,
  onError,
}: CallContext): Promise<Response> {
  const reader = changes.open(caller.id);
  const expiry = tokenExpiry(caller.token);
  const close = () => reader.close();
  const timer =
    expiry === undefined
      ? undefined
      : setTimeout(close, Math.min(Math.max(0, expiry - Date.now()), LONGEST_MS));
  draining.addEventListener('abort', close);
  if (draining.aborted) close();

  return eventStreamResponse(async function* (clientSignal) {
    clientSignal.addEventListener('abort', close);
    try {
      yield* readChanges({ after: parseLastEventId(request), reader, data, onError });
    } finally {
      clearTimeout(timer);
      draining.removeEventListener('abort', close);
      close();
    }
  });
}

/** Parses Last-Event-ID. Returns -1 for an invalid id, so that the reader is reset. */
function parseLastEventId(request: Request): number | undefined {
  const id = request.headers.get('Last-Event-ID');
  if (id === null || id === '') return undefined;
  return /^\d{1,15}$/.test(id) ? Number(id) : -1;
}
