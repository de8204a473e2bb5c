import type { Send } from './send';
import {
  isRunning,
  type Effect,
  type EngineState,
  type Environment,
  type LiveReply,
} from './state';

/** A copy of the state that an event modifies, and the effects to run. Maps and lists are replaced, never mutated. */
export interface Draft {
  readonly state: EngineState;
  readonly effects: Effect[];
  readonly environment: Environment;
}

/** Returns the map with `key` set to `value`, or without `key` if `value` is undefined. */
export function withEntry<Value>(
  map: ReadonlyMap<string, Value>,
  key: string,
  value: Value | undefined,
): ReadonlyMap<string, Value> {
  const next = new Map(map);
  if (value === undefined) next.delete(key);
  else next.set(key, value);
  return next;
}

/** Returns the set with or without `value`; the same set if nothing changes. */
function withMember(set: ReadonlySet<string>, value: string, isIn: boolean): ReadonlySet<string> {
  if (set.has(value) === isIn) return set;
  return new Set(isIn ? [...set, value] : [...set].filter((each) => each !== value));
}

const NO_REPLY: LiveReply = {
  status: 'submitted',
  turnId: null,
  userMessageId: null,
  text: '',
  stopping: false,
  reconnecting: false,
  progress: null,
};

/** The send with this key, if it is in the outbox. */
export function findSend({ state }: Draft, key: string | null): Send | undefined {
  return state.sends.find((send) => send.key === key);
}

/** Adds a send to the outbox, or replaces the one with the same key. */
export function putSend(draft: Draft, send: Send): void {
  const { sends } = draft.state;
  const isKnown = sends.some(({ key }) => key === send.key);
  draft.state.sends = isKnown
    ? sends.map((each) => (each.key === send.key ? send : each))
    : [...sends, send];
}

/** Removes a send from the outbox: the server has it, or the user withdrew it. */
export function removeSend(draft: Draft, key: string): void {
  const sends = draft.state.sends.filter((send) => send.key !== key);
  if (sends.length < draft.state.sends.length) draft.state.sends = sends;
}

/** Starts, changes or (with `undefined`) removes the live reply of a conversation. */
export function putReply(draft: Draft, conversationId: string, reply: LiveReply | undefined): void {
  if (reply === draft.state.replies.get(conversationId)) return;
  const replies = withEntry(draft.state.replies, conversationId, reply);
  draft.state.replies = replies;
  const running = withMember(
    draft.state.running,
    conversationId,
    isRunning(draft.state, conversationId),
  );
  if (running === draft.state.running) return;
  draft.state.running = running;
  draft.state.outcomes = withEntry(draft.state.outcomes, conversationId, undefined);
  // The reply is over, so messages of the conversation need not wait for the next retry.
  if (!running.has(conversationId)) unholdConversation(draft, conversationId);
}

/** Starts a reply. Fields that are not in `known` are those of an empty reply. */
export function startReply(draft: Draft, conversationId: string, known: Partial<LiveReply>): void {
  putReply(draft, conversationId, { ...NO_REPLY, ...known });
}

/** Changes the reply of a conversation, if there is one. */
export function updateReply(
  draft: Draft,
  conversationId: string,
  change: Partial<LiveReply>,
): void {
  const reply = draft.state.replies.get(conversationId);
  if (reply !== undefined) putReply(draft, conversationId, { ...reply, ...change });
}

/** Lets the messages of a conversation be sent again. */
export function unholdConversation(draft: Draft, conversationId: string): void {
  const held = draft.state.heldBack.get(conversationId);
  if (!held?.isWaiting) return;
  const next = { ...held, isWaiting: false };
  draft.state.heldBack = withEntry(draft.state.heldBack, conversationId, next);
}

/** Suppresses the notice of a conversation's next failure, or stops suppressing it. */
export function suppressFailure(draft: Draft, conversationId: string, isSuppressed: boolean): void {
  const suppressed = withMember(draft.state.suppressed, conversationId, isSuppressed);
  if (suppressed !== draft.state.suppressed) draft.state.suppressed = suppressed;
}
