import type { Message } from '@homie/contracts';
import type { Send } from './send';
import type { LiveReply } from './state';
import { awaitedReply, replyItem, type ReplyItem, type ReplyState } from './reply-item';
import { pathBefore } from './thread-path';
import { sentItem, userItem, type UserItem } from './user-item';

/** An item of the thread. */
export type ThreadItem = UserItem | ReplyItem;

/** The live reply without its text, which changes too often to rebuild the items for. */
export type Live = Pick<LiveReply, 'status' | 'userMessageId'>;

/** Returns the state of the unstored reply to a message; null if there is none. */
function openEnd(message: Message, live: Live | undefined): ReplyState | null {
  if (live !== undefined && live.userMessageId === message.id)
    return live.status === 'disconnected' ? 'lost' : 'live';
  const status = message.turn?.status;
  if (status === undefined || status === 'completed') return null;
  return status === 'running' ? 'live' : status;
}

/** Returns the visible path, without the messages that a pending edit or another reply replaces. */
function shownPath(messages: readonly Message[], sends: readonly Send[], live: Live | undefined) {
  const replaced = sends.find(({ replaces }) => replaces !== null)?.replaces;
  const path = typeof replaced === 'string' ? pathBefore(messages, replaced) : messages;
  if (live === undefined || live.status === 'disconnected') return path;
  const answered = path.findIndex(({ id }) => id === live.userMessageId);
  return answered < 0 ? path : path.slice(0, answered + 1);
}

/**
 * Removes messages on the path from the replies of a message's turn. The next user message is one of them if the reply
 * left no message.
 */
function offPath(message: Message, path: readonly Message[]): Message {
  if (message.turn === undefined) return message;
  const shown = new Set(path.map(({ id }) => id));
  const replies = message.turn.replies.filter((id) => !shown.has(id));
  return { ...message, turn: { ...message.turn, replies } };
}

/**
 * Finds the send that the server has already: after a reload it is sent again with the same key, while its message and
 * the start of its reply are loaded. A conversation has one running turn, so no other message can be it.
 */
function findStored(sends: readonly Send[], last: Message | undefined): Send | undefined {
  if (last?.turn?.status !== 'running') return undefined;
  return sends.find(({ status, content }) => status === 'submitted' && content === last.content);
}

/**
 * Returns the items of a thread, top to bottom: its messages, the reply that is being written, the unsent messages.
 * @param messages the visible path or the end of it, oldest first
 */
export function threadItems(
  messages: readonly Message[],
  sends: readonly Send[],
  live: Live | undefined,
): ThreadItem[] {
  const items: ThreadItem[] = [];
  const path = shownPath(messages, sends, live);
  let question: UserItem | undefined;
  for (const message of path) {
    const last = items.at(-1);
    if (message.role === 'user') {
      question = userItem(message, items.length === 0);
      items.push(question);
      const state = openEnd(message, live);
      if (state !== null)
        items.push(replyItem(question, { message: offPath(message, path), state }));
    } else if (question !== undefined && last?.kind === 'reply' && last.messageId === null) {
      // A stopped reply has both: its turn with the status `stopped`, and the message with the text written so far.
      const state = last.state === 'stopped' ? 'stopped' : 'complete';
      items[items.length - 1] = {
        ...replyItem(question, { stored: message, state }),
        turnId: last.turnId,
      };
    } else items.push(replyItem(last === question ? question : undefined, { stored: message }));
  }
  const end = path.at(-1);
  const parentId = end?.id ?? null;
  const stored = findStored(sends, end);
  const unsent = sends
    .filter((send) => send.answers === undefined && send !== stored)
    .map((send) => sentItem(send, parentId));
  // The server refuses a message that is sent while another reply is running, as after a reload.
  const isAwaited = live?.userMessageId === null && end?.turn?.status !== 'running';
  // Queued messages follow the reply to the message in flight.
  const onItsWay = unsent.findLastIndex(({ send }) => send?.status === 'submitted');
  const index = onItsWay < 0 ? unsent.length : onItsWay + 1;
  items.push(...unsent.slice(0, index));
  if (isAwaited) items.push(awaitedReply());
  return [...items, ...unsent.slice(index)];
}
