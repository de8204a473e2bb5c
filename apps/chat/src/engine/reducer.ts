import { ApiError, isNetworkError, isRefusal } from '@homie/api-client';
import {
  findSend,
  putReply,
  suppressFailure,
  unholdConversation,
  updateReply,
  type Draft,
} from './draft';
import {
  acknowledge,
  complete,
  endWithoutMessage,
  reportFailure,
  resume,
  resumeDisconnected,
  retryStream,
  showText,
  stop,
} from './reply-events';
import type { Send } from './send';
import {
  advanceQueue,
  failOverdue,
  failSend,
  holdBack,
  holdClaim,
  queue,
  releaseClaim,
  SERVER_DOWN,
  settleSend,
  submit,
  submitOrQueue,
  withdraw,
} from './send-queue';
import {
  INITIAL_STATE,
  type Effect,
  type EngineEvent,
  type EngineState,
  type Environment,
  type EventOf,
  type FailureNotice,
} from './state';

const NETWORK_NOTICE: FailureNotice = {
  title: 'Network Error',
  description: 'Failed to send message. Please try again.',
};

/** Returns the toast for a send or a stream that failed before the reply's closing event. */
function failureNotice(error: unknown): FailureNotice {
  if (!(error instanceof ApiError))
    return { title: 'Error', description: 'An unexpected error occurred.' };
  return error.code === 'network_error'
    ? NETWORK_NOTICE
    : { title: 'Error', description: error.message };
}

/** Handles a stream that failed after the server had acknowledged the message. */
function loseReply(draft: Draft, { conversationId, error }: EventOf<'streamFailed'>): void {
  if (isNetworkError(error)) {
    const change = { status: 'disconnected', stopping: false, reconnecting: false } as const;
    return updateReply(draft, conversationId, change);
  }
  putReply(draft, conversationId, undefined);
  draft.effects.push({ type: 'reload', conversationId });
}

/**
 * Handles a stream that failed before the server acknowledged the message. Returns `true` if the user must be notified.
 */
function loseSend(draft: Draft, { conversationId, error }: EventOf<'streamFailed'>, send: Send) {
  putReply(draft, conversationId, undefined);
  if (send.answers !== undefined) {
    // Only the server knows whether it got the request for another reply.
    draft.effects.push({ type: 'reload', conversationId });
    settleSend(draft, send.key);
    return true;
  }
  // Another tab or device started a reply: the message waits for its end.
  const isOtherRunning = isRefusal(error, 'turn_running');
  const { isOnline } = draft.environment;
  if (isOtherRunning || (isNetworkError(error) && !isOnline)) {
    if (isOnline) {
      holdBack(draft, conversationId);
      draft.effects.push({ type: 'reload', conversationId });
    }
    queue(draft, send);
    releaseClaim(draft, send.key);
    return false;
  }
  // Without its conversation, there is nowhere to show it.
  if (isRefusal(error, 'conversation_not_found')) settleSend(draft, send.key);
  else
    failSend(draft, send, isNetworkError(error) ? SERVER_DOWN : failureNotice(error).description);
  return true;
}

function failStream(draft: Draft, event: EventOf<'streamFailed'>): void {
  const send = findSend(draft, event.key);
  if (send === undefined) loseReply(draft, event);
  else if (!loseSend(draft, event, send)) return;
  reportFailure(draft, event, failureNotice(event.error));
}

/**
 * Applies the outbox that another tab wrote. Messages that are no longer in it have been sent, so their conversations
 * reload.
 */
function adoptOutbox(draft: Draft, sends: readonly Send[]): void {
  const keys = new Set(sends.map(({ key }) => key));
  for (const { key, conversationId } of draft.state.sends)
    if (!keys.has(key)) draft.effects.push({ type: 'reload', conversationId });
  draft.state.sends = sends;
}

function apply(draft: Draft, event: EngineEvent): void {
  switch (event.type) {
    case 'started':
      draft.state.isStarted = true;
      return;
    case 'closed':
      Object.assign(draft.state, { ...INITIAL_STATE, sends: draft.state.sends });
      return;
    case 'sent':
      return submitOrQueue(draft, event.send);
    case 'regenerated':
      return submit(draft, event.send, event.text);
    case 'resumed':
      return resumeDisconnected(draft, event.conversationId);
    case 'stopPressed':
      return stop(draft, event.conversationId);
    case 'withdrawn':
      return withdraw(draft, event.key);
    case 'failureSuppressed':
      return suppressFailure(draft, event.conversationId, event.isSuppressed);
    case 'networkChanged':
      return;
    case 'retryDue':
      return unholdConversation(draft, event.conversationId);
    case 'overdueChecked':
      return failOverdue(draft);
    case 'lockAcquired':
      return holdClaim(draft, event.key);
    case 'outboxChanged':
      return adoptOutbox(draft, event.sends);
    case 'messagesLoaded':
      if (event.running !== null) resume(draft, event.conversationId, event.running);
      else if (draft.state.replies.get(event.conversationId)?.status === 'disconnected')
        putReply(draft, event.conversationId, undefined);
      return;
    case 'acknowledged':
      return acknowledge(draft, event);
    case 'textArrived':
      return showText(draft, event);
    case 'reached':
      return updateReply(draft, event.conversationId, { reconnecting: false });
    case 'unreachable':
      return retryStream(draft, event.conversationId);
    case 'completed':
      return complete(draft, event);
    case 'endedWithoutMessage':
      return endWithoutMessage(draft, event);
    case 'streamFailed':
      return failStream(draft, event);
    case 'stopFailed':
      updateReply(draft, event.conversationId, { stopping: false });
      draft.effects.push({ type: 'notifyFailed', notice: failureNotice(event.error) });
  }
}

/**
 * Computes the state after an event and the effects to run. Pure: see the tables in README.md.
 * @returns the same state if the event changes nothing
 */
export function reduce(
  state: EngineState,
  event: EngineEvent,
  environment: Environment,
): { state: EngineState; effects: readonly Effect[] } {
  const draft: Draft = { state: { ...state }, effects: [], environment };
  apply(draft, event);
  // Text arrives often and moves nothing in the queue.
  if (event.type !== 'textArrived') advanceQueue(draft);
  const isSame = Object.entries(state).every(
    ([name, value]) => Reflect.get(draft.state, name) === value,
  );
  return { state: isSame ? state : draft.state, effects: draft.effects };
}
