import { isNetworkError, isRefusal } from '@homie/api-client';
import type { Message, TurnSummary } from '@homie/contracts';
import { failureNotice, type FailureNotice } from './notices';
import type { Send } from './send';
import {
  advanceQueue,
  failOverdue,
  failSend,
  findSend,
  forgetRefusals,
  holdBack,
  holdClaim,
  putReply,
  queue,
  releaseClaim,
  removeSend,
  startReply,
  submit,
  submitOrQueue,
  suppressFailure,
  unholdConversation,
  updateReply,
} from './send-queue';
import {
  INITIAL_STATE,
  isRunning,
  type Draft,
  type Effect,
  type EngineEvent,
  type EngineState,
  type Environment,
  type RunningTurn,
} from './state';

/** What an event of one type carries. */
type EventOf<Type extends EngineEvent['type']> = Extract<EngineEvent, { type: Type }>;

/** Reports a failure, unless someone else does. */
function reportFailure(
  draft: Draft,
  { conversationId, key }: { conversationId: string; key: string | null },
  notice: FailureNotice,
): void {
  const isSuppressed = key === null && draft.state.suppressed.has(conversationId);
  if (!isSuppressed) draft.effects.push({ type: 'notifyFailed', notice });
  suppressFailure(draft, conversationId, false);
}

/** The server has a message: it leaves the outbox, and other tabs need not be kept from sending it. */
function settleSend(draft: Draft, key: string | null): void {
  if (key === null) return;
  removeSend(draft, key);
  releaseClaim(draft, key);
}

function resume(draft: Draft, conversationId: string, { userMessageId, turn }: RunningTurn): void {
  if (isRunning(draft.state, conversationId)) return;
  const text = draft.state.replies.get(conversationId)?.text ?? turn.text;
  const status = text === '' ? 'submitted' : 'streaming';
  startReply(draft, conversationId, { turnId: turn.id, userMessageId, text, status });
  const source = { type: 'turn', turnId: turn.id } as const;
  draft.effects.push({ type: 'openStream', conversationId, source });
}

/** Resumes the replies whose connection was lost: all, or that of one conversation. */
function resumeDisconnected(draft: Draft, only: string | undefined): void {
  for (const [id, { status, turnId, userMessageId, text }] of draft.state.replies) {
    if (status !== 'disconnected' || (only !== undefined && id !== only)) continue;
    if (turnId !== null && userMessageId !== null)
      resume(draft, id, { userMessageId, turn: { id: turnId, text } });
  }
}

function stop(draft: Draft, conversationId: string): void {
  const reply = draft.state.replies.get(conversationId);
  if (reply === undefined || reply.stopping) return;
  updateReply(draft, conversationId, { stopping: true });
  const { turnId } = reply;
  if (turnId !== null) draft.effects.push({ type: 'stopTurn', conversationId, turnId });
}

/** The server acknowledged a message or named the turn of a reply: the message is in the conversation. */
function acknowledge(draft: Draft, { conversationId, key, data }: EventOf<'acknowledged'>): void {
  const { turnId, userMessageId } = data;
  const reply = draft.state.replies.get(conversationId);
  if (reply?.turnId === turnId && reply.userMessageId === userMessageId) return;
  const send = findSend(draft, key);
  if (send !== undefined) {
    const turn: TurnSummary = {
      id: turnId,
      status: 'running',
      text: '',
      error_message: null,
      last_seq: 0,
      replies: [],
    };
    draft.effects.push(
      send.answers === undefined
        ? {
            type: 'addMessage',
            conversationId,
            message: storedMessage(send, userMessageId, turn),
            replaces: send.replaces,
          }
        : { type: 'addAnswering', conversationId, answers: send.answers, turn },
    );
  }
  settleSend(draft, key);
  forgetRefusals(draft, conversationId);
  updateReply(draft, conversationId, { turnId, userMessageId });
  if (reply?.stopping) draft.effects.push({ type: 'stopTurn', conversationId, turnId });
}

function storedMessage({ content, files, sentAt }: Send, id: string, turn: TurnSummary): Message {
  return {
    id,
    role: 'user',
    content,
    files,
    created_at: sentAt,
    openai_message_id: null,
    parent_id: null,
    alternatives: [],
    turn,
  };
}

function showText(draft: Draft, { conversationId, text, isFinal }: EventOf<'textArrived'>): void {
  const reply = draft.state.replies.get(conversationId);
  if (reply === undefined) return;
  // A resumed stream starts from the first word: the text on the screen never shrinks.
  if (!isFinal && text.length < reply.text.length) return;
  if (text === reply.text && (isFinal || reply.status === 'streaming')) return;
  if (!isFinal && reply.status === 'submitted') draft.effects.push({ type: 'notifyStarted' });
  updateReply(draft, conversationId, { text, status: 'streaming' });
}

function complete(draft: Draft, event: EventOf<'completed'>): void {
  const { conversationId, key, data, lastSeq } = event;
  const { messageId, openaiMessageId, text, stopped = false, citations, notes } = data;
  const { turnId = null, userMessageId = null } = draft.state.replies.get(conversationId) ?? {};
  const reply: Message | null =
    messageId === null
      ? null
      : {
          id: messageId,
          role: 'assistant',
          content: text,
          files: [],
          created_at: new Date(draft.environment.now).toISOString(),
          openai_message_id: openaiMessageId,
          parent_id: userMessageId,
          alternatives: [],
          ...(citations && { citations }),
          ...(notes && { notes }),
        };
  const turn: TurnSummary | undefined = stopped
    ? {
        id: turnId ?? '',
        status: 'stopped',
        text,
        error_message: null,
        last_seq: lastSeq,
        replies: [],
      }
    : undefined;
  if (userMessageId !== null)
    draft.effects.push({ type: 'addReply', conversationId, userMessageId, reply, turn });
  putReply(draft, conversationId, undefined);
  draft.effects.push({ type: 'notifyFinished', stopped });
  suppressFailure(draft, conversationId, false);
  settleSend(draft, key);
}

function endWithoutMessage(draft: Draft, event: EventOf<'endedWithoutMessage'>): void {
  const { conversationId, key, turn, notice } = event;
  const { turnId = null, userMessageId = null } = draft.state.replies.get(conversationId) ?? {};
  if (userMessageId !== null) {
    const ended = { ...turn, id: turnId ?? '', replies: [] };
    draft.effects.push({ type: 'endTurn', conversationId, userMessageId, turn: ended });
  }
  putReply(draft, conversationId, undefined);
  reportFailure(draft, event, notice);
  settleSend(draft, key);
}

/** The stream failed after the server had acknowledged the message. */
function loseReply(draft: Draft, { conversationId, error }: EventOf<'streamFailed'>): void {
  if (isNetworkError(error)) {
    const change = { status: 'disconnected', stopping: false, reconnecting: false } as const;
    return updateReply(draft, conversationId, change);
  }
  putReply(draft, conversationId, undefined);
  draft.effects.push({ type: 'reload', conversationId });
}

/** The stream failed before the server acknowledged the message. Returns whether the user has to know. */
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
  else failSend(draft, send, failureNotice(error).description);
  return true;
}

function failStream(draft: Draft, event: EventOf<'streamFailed'>): void {
  const send = findSend(draft, event.key);
  if (send === undefined) loseReply(draft, event);
  else if (!loseSend(draft, event, send)) return;
  reportFailure(draft, event, failureNotice(event.error));
}

/** Another tab changed the outbox: what left it is in the conversation by now. */
function takeOverOutbox(draft: Draft, sends: readonly Send[]): void {
  const keys = new Set(sends.map(({ key }) => key));
  for (const { key, conversationId } of draft.state.sends)
    if (!keys.has(key)) draft.effects.push({ type: 'reload', conversationId });
  draft.state = { ...draft.state, sends };
}

function apply(draft: Draft, event: EngineEvent): void {
  switch (event.type) {
    case 'started':
      draft.state = { ...draft.state, isStarted: true };
      return;
    case 'closed':
      draft.state = { ...INITIAL_STATE, sends: draft.state.sends };
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
      return removeSend(draft, event.key);
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
      return takeOverOutbox(draft, event.sends);
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
      if (draft.state.replies.get(event.conversationId)?.reconnecting !== false) return;
      updateReply(draft, event.conversationId, { reconnecting: true });
      draft.effects.push({ type: 'notifyReconnecting' });
      return;
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
 * Computes the state after an event, and what is to be done. Pure: see the tables in README.md.
 * @returns the same state if the event changes nothing
 */
export function reduce(
  state: EngineState,
  event: EngineEvent,
  environment: Environment,
): { state: EngineState; effects: readonly Effect[] } {
  const draft: Draft = { state, effects: [], environment };
  apply(draft, event);
  // Text arrives often and moves nothing in the queue.
  if (event.type !== 'textArrived') advanceQueue(draft);
  return { state: draft.state, effects: draft.effects };
}
