import { isClosingEvent, type SequencedStreamEvent } from '@homie/contracts';
import {
  TRIAL_HISTORY_MAX,
  TRIAL_HISTORY_MAX_LENGTH,
  type TryAssistantRequest,
} from '@homie/contracts/admin';
import type { Api } from '../../http/api';
import { networkError } from '../../http/api-error';
import { sendFunctionCall } from '../../http/call-function';
import { readFailure } from '../../http/read-answer';
import { readEvents } from '../../http/read-events';

/** An earlier message of a trial. */
export type TrialMessage = TryAssistantRequest['history'][number];

/** Returns the latest messages that a request may contain, oldest first. */
function latestMessages(history: readonly TrialMessage[]): TrialMessage[] {
  let length = 0;
  const latest = history.slice(-TRIAL_HISTORY_MAX);
  const first = latest.findLastIndex(({ text }) => {
    length += text.length;
    return length > TRIAL_HISTORY_MAX_LENGTH;
  });
  return latest.slice(first + 1);
}

/**
 * Requests a reply with model settings that may not be saved, and follows it to its end. Nothing of it is stored, so a
 * lost reply cannot be resumed, and aborting stops it.
 * @param trial the settings, the message, and all earlier messages
 * @throws ApiError with the server's message if it refuses, 'Network error' if the connection is lost; the signal's
 *   reason when aborted
 */
export async function* tryAssistant(
  api: Api,
  assistantId: string,
  trial: TryAssistantRequest,
  signal: AbortSignal,
): AsyncGenerator<SequencedStreamEvent> {
  const response = await sendFunctionCall(api, {
    endpoint: `/assistants/${assistantId}/try`,
    method: 'POST',
    body: { ...trial, history: latestMessages(trial.history) },
    headers: { Accept: 'text/event-stream' },
    signal,
  });
  if (!response.ok) throw await readFailure(response);
  let isClosed = false;
  for await (const event of readEvents(response)) {
    isClosed = isClosingEvent(event.event);
    yield event;
  }
  signal.throwIfAborted();
  if (!isClosed) throw networkError();
}
