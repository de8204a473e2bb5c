import type { Message, TurnSummary } from '@homie/contracts';
import {
  findSend,
  putReply,
  startReply,
  suppressFailure,
  updateReply,
  withEntry,
  type Draft,
} from './draft';
import type { Send } from './send';
import { forgetRefusals, settleSend, withdraw } from './send-queue';
import { isRunning, type EventOf, type FailureNotice, type RunningTurn } from './state';

/** Reports a failure, unless it is suppressed. */
export function reportFailure(
  draft: Draft,
  { conversationId, key }: { conversationId: string; key: string | null },
  notice: FailureNotice,
): void {
  const { state } = draft;
  if (!state.replies.has(conversationId))
    state.outcomes = withEntry(state.outcomes, conversationId, 'failed');
  const isSuppressed = key === null && state.suppressed.has(conversationId);
  if (!isSuppressed) draft.effects.push({ type: 'notifyFailed', notice });
  suppressFailure(draft, conversationId, false);
}

/** Resumes a reply that the server is already writing. */
export function resume(
  draft: Draft,
  conversationId: string,
  { userMessageId, turn }: RunningTurn,
): void {
  if (isRunning(draft.state, conversationId)) return;
  const text = draft.state.replies.get(conversationId)?.text ?? turn.text;
  const status = text === '' ? 'submitted' : 'streaming';
  startReply(draft, conversationId, { turnId: turn.id, userMessageId, text, status });
  const source = { type: 'turn', turnId: turn.id } as const;
  draft.effects.push({ type: 'openStream', conversationId, source });
}

/** Resumes the replies whose connection was lost: all, or that of one conversation. */
export function resumeDisconnected(draft: Draft, only: string | undefined): void {
  for (const [id, { status, turnId, userMessageId, text }] of draft.state.replies) {
    if (status !== 'disconnected' || (only !== undefined && id !== only)) continue;
    if (turnId !== null && userMessageId !== null)
      resume(draft, id, { userMessageId, turn: { id: turnId, text } });
  }
}

/** Withdraws the send of a reply that the user stopped while the server could not be reached. */
function withdrawStopped(draft: Draft, conversationId: string): void {
  const send = draft.state.sends.find(
    (each) =>
      each.conversationId === conversationId && draft.state.claims.get(each.key) === 'sending',
  );
  if (send === undefined) return;
  withdraw(draft, send.key);
  if (send.answers === undefined) draft.effects.push({ type: 'restoreToDraft', send });
}

/** The server cannot be reached: the stream reconnects, unless the user stopped it before it started. */
export function retryStream(draft: Draft, conversationId: string): void {
  const reply = draft.state.replies.get(conversationId);
  if (reply === undefined || reply.reconnecting) return;
  if (reply.stopping && reply.turnId === null) return withdrawStopped(draft, conversationId);
  updateReply(draft, conversationId, { reconnecting: true });
  draft.effects.push({ type: 'notifyReconnecting' });
}

/** Stops a reply: at once, or as soon as its turn id is known. Withdraws a message that is retried. */
export function stop(draft: Draft, conversationId: string): void {
  const reply = draft.state.replies.get(conversationId);
  if (reply === undefined || reply.stopping) return;
  const { turnId } = reply;
  if (turnId === null && reply.reconnecting) return withdrawStopped(draft, conversationId);
  updateReply(draft, conversationId, { stopping: true });
  if (turnId !== null) draft.effects.push({ type: 'stopTurn', conversationId, turnId });
}

/** The server acknowledged a message or named the turn of a reply: the message is in the conversation. */
export function acknowledge(
  draft: Draft,
  { conversationId, key, data }: EventOf<'acknowledged'>,
): void {
  const { turnId, userMessageId, progress } = data;
  if (progress !== undefined) updateReply(draft, conversationId, { progress });
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

/** Shows the text of a reply so far. */
export function showText(
  draft: Draft,
  { conversationId, text, isFinal, replaces = false }: EventOf<'textArrived'>,
): void {
  const reply = draft.state.replies.get(conversationId);
  if (reply === undefined) return;
  // A resumed stream starts from the first word: the text on the screen never shrinks.
  if (!isFinal && !replaces && text.length < reply.text.length) return;
  if (text === reply.text && (isFinal || reply.status === 'streaming')) return;
  if (!isFinal && reply.status === 'submitted') draft.effects.push({ type: 'notifyStarted' });
  updateReply(draft, conversationId, { text, status: 'streaming' });
}

/** The reply is complete, or was stopped: its message is in the conversation. */
export function complete(draft: Draft, event: EventOf<'completed'>): void {
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
  draft.state.outcomes = withEntry(draft.state.outcomes, conversationId, 'completed');
  draft.effects.push({ type: 'notifyFinished', stopped });
  suppressFailure(draft, conversationId, false);
  settleSend(draft, key);
}

/** Handles a reply that the server ended without a message. */
export function endWithoutMessage(draft: Draft, event: EventOf<'endedWithoutMessage'>): void {
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
