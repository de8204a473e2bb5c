import { conversationChangeSchema, type ConversationChange } from '@homie/contracts';
import type { Api } from '../../http/api';
import { ApiError } from '../../http/api-error';
import { sendFunctionCall } from '../../http/call-function';
import { pause } from '../../http/pause';
import { readFailure } from '../../http/read-answer';
import { readServerEvents, type ServerEvent } from '../../http/read-events';

/** Waits before another attempt, in milliseconds; the last one repeats. Each event starts them anew. */
const RECONNECT_DELAYS_MS = [500, 1_000, 2_000, 5_000, 15_000, 30_000] as const;

/** A change, and from where on to ask for later ones. */
export interface NumberedChange {
  id: string;
  change: ConversationChange;
}

function toChange({ id, event, data }: ServerEvent): NumberedChange | null {
  const { success, data: change } = conversationChangeSchema.safeParse({
    event,
    data: JSON.parse(data),
  });
  // A kind of change that this version does not know.
  return success ? { id, change } : null;
}

/** A server of an earlier release has no such address: asking again does not change that. */
function isUnknownAddress(error: unknown): boolean {
  return error instanceof ApiError && [404, 405].includes(error.status);
}

/** A server that comes back is not asked by everybody in the same moment. */
function spread(milliseconds: number): number {
  return milliseconds * (0.75 + Math.random() / 2);
}

/**
 * Follows what changes in the person's conversations, wherever it was done, through dropped connections.
 * @param after the last change already known; null begins with those from now on
 * @throws ApiError where the server does not tell changes; the signal's reason when aborted
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
