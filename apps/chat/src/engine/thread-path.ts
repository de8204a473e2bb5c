import type { Message, TurnSummary } from '@homie/contracts';
import type { Answering } from './send';

/** What can stand in one place of the path, as messages name it: more than one, or nothing. */
function alternatives(...ids: string[]): string[] {
  const distinct = [...new Set(ids)];
  return distinct.length > 1 ? distinct : [];
}

/** All that can stand in a message's place, itself among them, oldest first. */
function placeOf(message: Message | undefined): string[] {
  if (message === undefined) return [];
  return message.alternatives.length > 0 ? message.alternatives : [message.id];
}

/** The path up to a message, without it; the whole path when the message is not on it. */
export function pathBefore(messages: readonly Message[], id: string): Message[] {
  const at = messages.findIndex((message) => message.id === id);
  return at < 0 ? [...messages] : messages.slice(0, at);
}

/** The path with a message of the person at its end, or in the place of one of its own. */
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
    alternatives: alternatives(...placeOf(replaced), message.id),
  };
  return [...path, inPlace];
}

/** The path with another state of the reply to a message of the person. What can be gone back to stays known. */
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

/** The path up to a message of the person that is answered once more. */
export function withAnswering(
  messages: Message[],
  { messageId, continues }: Answering,
  turn: TurnSummary,
): Message[] {
  const at = messages.findIndex(({ id }) => id === messageId);
  const asked = messages[at];
  if (asked === undefined) return messages;
  const shown = messages[at + 1];
  const known = new Set([...(asked.turn?.replies ?? []), ...placeOf(shown)]);
  // What is continued becomes the beginning of the new reply and is no reply of its own any more.
  const replies = [...known].filter((id) => continues === null || id !== shown?.id);
  return [...messages.slice(0, at), { ...asked, turn: { ...turn, replies } }];
}

/** The path with the reply that a message of the person got, or none; `turn` when there is more to say of it. */
export function withReply(
  messages: Message[],
  userMessageId: string,
  reply: Message | null,
  turn: TurnSummary | undefined,
): Message[] {
  const earlier = messages.find(({ id }) => id === userMessageId)?.turn?.replies ?? [];
  const path = withTurn(messages, userMessageId, turn);
  // On another branch, gone to meanwhile, it has no place.
  if (reply === null || path.at(-1)?.id !== userMessageId) return path;
  return [...path, { ...reply, alternatives: alternatives(...earlier, reply.id) }];
}
