import {
  findSend,
  putReply,
  putSend,
  removeSend,
  startReply,
  suppressFailure,
  withEntry,
  type Draft,
} from './draft';
import type { Send } from './send';
import { isRunning, type Claim } from './state';

/** After a reload, a send this young continues; an older one waits for the user. */
const RESUME_SEND_WITHIN_MS = 10 * 60_000;

/** The reason of a message that did not reach the server. */
export const SERVER_DOWN = 'The server could not be reached.';

/**
 * A message waits this long for a server that is down; offline it waits without a limit, because the user knows why.
 */
export const SERVER_WAIT_LIMIT_MS = 10 * 60_000;

/** Retry delays while another tab or device runs the reply of a conversation, in milliseconds. */
const TURN_RUNNING_DELAYS_MS = [2_000, 4_000, 8_000] as const;
const TURN_RUNNING_LAST_DELAY_MS = 15_000;

const ageOf = (draft: Draft, { sentAt }: Send) => draft.environment.now - Date.parse(sentAt);

function claim(draft: Draft, key: string, next: Claim): void {
  if (!draft.state.claims.has(key)) draft.effects.push({ type: 'acquireLock', key });
  draft.state.claims = withEntry(draft.state.claims, key, next);
}

/** Releases the lock of a message, so that any tab can send it. */
export function releaseClaim(draft: Draft, key: string): void {
  if (!draft.state.claims.has(key)) return;
  draft.state.claims = withEntry(draft.state.claims, key, undefined);
  draft.effects.push({ type: 'releaseLock', key });
}

/** Records that this tab holds the lock of a message. */
export function holdClaim(draft: Draft, key: string): void {
  if (draft.state.claims.get(key) === 'requested') claim(draft, key, 'held');
}

/** Sends a message now. `text` is what its reply starts with. */
export function submit(draft: Draft, send: Send, text = ''): void {
  const { reason: _outdated, ...submitted } = { ...send, status: 'submitted' as const };
  const { conversationId, key, answers } = submitted;
  suppressFailure(draft, conversationId, false);
  startReply(draft, conversationId, { text, userMessageId: answers?.messageId ?? null });
  putSend(draft, submitted);
  claim(draft, key, 'sending');
  draft.effects.push({
    type: 'openStream',
    conversationId,
    source: { type: 'send', send: submitted },
  });
}

/**
 * Sends a message now, or queues it: without a network, while a reply of its conversation arrives, or behind others.
 */
export function submitOrQueue(draft: Draft, send: Send): void {
  const { conversationId, key } = send;
  const isBefore = (other: Send) =>
    other.conversationId === conversationId && other.key !== key && other.status !== 'failed';
  const mustWait =
    !draft.environment.isOnline ||
    isRunning(draft.state, conversationId) ||
    draft.state.sends.some(isBefore);
  if (mustWait) queue(draft, send);
  else submit(draft, send);
}

/** Queues a message until it can be sent. */
export function queue(draft: Draft, send: Send): void {
  const { reason: _outdated, ...queued } = { ...send, status: 'queued' as const };
  putSend(draft, queued);
}

/** Marks a send as failed; the user decides what to do with it. */
export function failSend(draft: Draft, send: Send, reason?: string): void {
  putSend(draft, { ...send, status: 'failed', ...(reason !== undefined && { reason }) });
  releaseClaim(draft, send.key);
}

/** Removes a settled message from the outbox and releases its lock. */
export function settleSend(draft: Draft, key: string | null): void {
  if (key === null) return;
  removeSend(draft, key);
  releaseClaim(draft, key);
}

/**
 * Withdraws a message that the server has not acknowledged. If a request is in flight, or the response to one was lost,
 * the server may have stored it: the conversation reloads and then shows it.
 */
export function withdraw(draft: Draft, key: string): void {
  const send = findSend(draft, key);
  if (send === undefined) return;
  const isSending = draft.state.claims.get(key) === 'sending';
  removeSend(draft, key);
  if (!isSending) return;
  const { conversationId } = send;
  draft.effects.push({ type: 'closeStream', key }, { type: 'reload', conversationId });
  putReply(draft, conversationId, undefined);
  releaseClaim(draft, key);
}

/** Delays the messages of a conversation, because the server is busy with another reply. */
export function holdBack(draft: Draft, conversationId: string): void {
  const refusals = draft.state.heldBack.get(conversationId)?.refusals ?? 0;
  const delayMs = TURN_RUNNING_DELAYS_MS[refusals] ?? TURN_RUNNING_LAST_DELAY_MS;
  const held = { refusals: refusals + 1, isWaiting: true };
  draft.state.heldBack = withEntry(draft.state.heldBack, conversationId, held);
  draft.effects.push({ type: 'scheduleRetry', conversationId, delayMs });
}

/** Resets the count of refused messages of a conversation. */
export function forgetRefusals(draft: Draft, conversationId: string): void {
  if (!draft.state.heldBack.has(conversationId)) return;
  const heldBack = withEntry(draft.state.heldBack, conversationId, undefined);
  draft.state.heldBack = heldBack;
}

/** Fails messages that have waited too long for a server that is down. */
export function failOverdue(draft: Draft): void {
  if (!draft.state.isStarted || draft.environment.isOnline) return;
  for (const send of draft.state.sends) {
    if (send.status !== 'queued' || draft.state.claims.has(send.key)) continue;
    if (ageOf(draft, send) >= SERVER_WAIT_LIMIT_MS) failSend(draft, send, SERVER_DOWN);
  }
}

/** Sends a message whose lock this tab holds, once it can be sent. */
function advanceHeld(draft: Draft, key: string): void {
  const send = findSend(draft, key);
  if (send === undefined || send.status === 'failed' || !draft.environment.isOnline)
    return releaseClaim(draft, key);
  if (isRunning(draft.state, send.conversationId)) return;
  const isOld = ageOf(draft, send) > RESUME_SEND_WITHIN_MS;
  if (send.status === 'queued' || !isOld) return submit(draft, send);
  // A reload interrupted it, and it is so old that the user may have given up on it.
  if (send.answers === undefined) return failSend(draft, send);
  removeSend(draft, key);
  releaseClaim(draft, key);
}

/**
 * Advances the queue after an event: per conversation, claims the oldest message that has not failed, so that no other
 * tab sends it, and sends it when the server is reachable and no reply of its conversation is running.
 */
export function advanceQueue(draft: Draft): void {
  if (!draft.state.isStarted) return;
  for (const [key, state] of draft.state.claims) if (state === 'held') advanceHeld(draft, key);
  if (!draft.environment.isOnline) return;
  const seen = new Set<string>();
  for (const { key, conversationId, status } of draft.state.sends) {
    if (status === 'failed' || seen.has(conversationId)) continue;
    seen.add(conversationId);
    if (draft.state.claims.has(key) || draft.state.heldBack.get(conversationId)?.isWaiting)
      continue;
    claim(draft, key, 'requested');
  }
}
