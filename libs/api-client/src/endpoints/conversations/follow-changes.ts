import { conversationChangeSchema, type ConversationChange } from '@homie/contracts';
import type { Api } from '../../http/api';
import { ApiError } from '../../http/api-error';
import { sendFunctionCall } from '../../http/call-function';
import { pause } from '../../http/pause';
import { readFailure } from '../../http/read-answer';
import { readServerEvents, type ServerEvent } from '../../http/read-events';

/** Delays before each retry, in milliseconds; the last one repeats. Each event resets them. */
const RECONNECT_DELAYS_MS = [500, 1_000, 2_000, 5_000, 15_000, 30_000] as const;

/** A change, with the id to resume after. */
export interface NumberedChange {
  id: string;
  change: ConversationChange;
}

function toChange({ id, event, data }: ServerEvent): NumberedChange | null {
  const { success, data: change } = conversationChangeSchema.safeParse({
    event,
    data: JSON.parse(data),
  });
  // This version does not know this kind of change.
  return success ? { id, change } : null;
}

/** Returns whether the endpoint does not exist, as on a server of an earlier release: a retry does not change that. */
function isUnknownAddress(error: unknown): boolean {
  return error instanceof ApiError && [404, 405].includes(error.status);
}

/** Adds jitter, so that not all clients reconnect to a restarted server at the same moment. */
function spread(milliseconds: number): number {
  return milliseconds * (0.75 + Math.random() / 2);
}

/**
 * Follows the changes of the user's conversations, made on any device, through dropped connections.
 * @param after the id of the last known change; null starts with the changes from now on
 * @throws ApiError if the server does not report changes; the signal's reason when aborted
 */
export async function* followConversationChanges(
  api: Api,
  {
    after,
    signal,
    delays = RECONNECT_DELAYS_MS,
  }: {
    after: string | null;
    signal: AbortSignal;
    delays?: readonly number[];
  },
): AsyncGenerator<NumberedChange> {
  let last = after;
  let losses = 0;
  for (;;) {
    try {
      const headers: Record<string, string> = { Accept: 'text/event-stream' };
      if (last !== null) headers['Last-Event-ID'] = last;
      const call = { endpoint: '/conversations/changes', method: 'GET', headers, signal } as const;
      const response = await sendFunctionCall(api, call);
      if (!response.ok) throw await readFailure(response);
      for await (const numbered of readServerEvents(response, toChange)) {
        losses = 0;
        last = numbered.id;
        yield numbered;
      }
    } catch (error) {
      signal.throwIfAborted();
      if (isUnknownAddress(error)) throw error;
    }
    await pause(spread(delays[losses] ?? delays.at(-1) ?? 0), signal);
    losses += 1;
  }
}
