import { readChanges } from '../../_shared/changes/read-changes.ts';
import { tokenExpiry } from '../../_shared/changes/token-expiry.ts';
import { eventStreamResponse } from '../../_shared/http/event-stream.ts';
import type { CallContext } from '../context.ts';

/** The longest wait that a timer can take. */
const LONGEST_MS = 2_147_483_647;

/**
 * GET /conversations/changes: what changes in the caller's list, from now on or from the place named by Last-Event-ID.
 * Ends when the caller's token does, so that it is asked for again with the next one, and when this process is to end.
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

  return eventStreamResponse(async function* (leaving) {
    leaving.addEventListener('abort', close);
    try {
      yield* readChanges({ after: placeOf(request), reader, data, onError });
    } finally {
      clearTimeout(timer);
      draining.removeEventListener('abort', close);
      close();
    }
  });
}

/** The number to go on from. One that cannot be a number of ours is before everything: its reader begins anew. */
function placeOf(request: Request): number | undefined {
  const id = request.headers.get('Last-Event-ID');
  if (id === null || id === '') return undefined;
  return /^\d{1,15}$/.test(id) ? Number(id) : -1;
}
