import type { Message, TurnSummary } from '@homie/contracts';
import type { Answering } from './send';

/** Returns the distinct ids as a message lists its alternatives: none unless there are at least two. */
function alternatives(...ids: string[]): string[] {
  const distinct = [...new Set(ids)];
  return distinct.length > 1 ? distinct : [];
}

/** Returns all alternatives at a message's position, including itself, oldest first. */
function siblingIds(message: Message | undefined): string[] {
  if (message === undefined) return [];
  return message.alternatives.length > 0 ? message.alternatives : [message.id];
}

/** Returns the path up to a message, without it; the whole path when the message is not on it. */
export function pathBefore(messages: readonly Message[], id: string): Message[] {
  const at = messages.findIndex((message) => message.id === id);
  return at < 0 ? [...messages] : messages.slice(0, at);
}

/** Adds a user message at the end of the path, or in place of the message that it replaces. */
export function withMessage(
  messages: Message[],
  message: Message,
  replaces: string | null,
): Message[] {
  if (messages.some(({ id }) => id === message.id)) return messages;
  const replaced = messages.find(({ id }) => id === replaces);
  const path = replaced ? pathBefore(messages, replaced.id) : messages;
  const inPlace = {
    ...message,
    parent_id: replaced ? replaced.parent_id : (path.at(-1)?.id ?? null),
    alternatives: alternatives(...siblingIds(replaced), message.id),
  };
  return [...path, inPlace];
}

/** Sets the turn of a user message, or removes it if `turn` is undefined. A new turn retains the known alternatives. */
export function withTurn(
  messages: Message[],
  userMessageId: string,
  turn: TurnSummary | undefined,
): Message[] {
  return messages.map((message) => {
    if (message.id !== userMessageId) return message;
    const { turn: before, ...rest } = message;
    if (turn === undefined) return rest;
    return { ...rest, turn: { ...turn, replies: before?.replies ?? turn.replies } };
  });
}

/** Returns the path up to a user message that gets another reply, with the turn that writes it. */
export function withAnswering(
  messages: Message[],
  { messageId, continues }: Answering,
  turn: TurnSummary,
): Message[] {
  const at = messages.findIndex(({ id }) => id === messageId);
  const question = messages[at];
  if (question === undefined) return messages;
  const shown = messages[at + 1];
  const known = new Set([...(question.turn?.replies ?? []), ...siblingIds(shown)]);
  // A continued reply becomes the start of the new one and is no longer a separate reply.
  const replies = [...known].filter((id) => continues === null || id !== shown?.id);
  return [...messages.slice(0, at), { ...question, turn: { ...turn, replies } }];
}

/** Adds the reply to a user message, if there is one. `turn` is set for a reply that was stopped. */
export function withReply(
  messages: Message[],
  userMessageId: string,
  reply: Message | null,
  turn: TurnSummary | undefined,
): Message[] {
  const earlier = messages.find(({ id }) => id === userMessageId)?.turn?.replies ?? [];
  const path = withTurn(messages, userMessageId, turn);
  // The user has switched to another branch in the meantime, so the reply is not on this path.
  if (reply === null || path.at(-1)?.id !== userMessageId) return path;
  return [...path, { ...reply, alternatives: alternatives(...earlier, reply.id) }];
}
