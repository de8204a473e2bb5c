import type {
  ConversationHit,
  ConversationRow,
  Message,
  MessageList,
  MessageMatch,
} from '@homie/contracts';
import { CONVERSATION_SEARCH_LIMIT, searchExcerpt, withoutMarkdown } from '@homie/contracts/admin';
import type { QueryClient } from '@tanstack/react-query';
import { getLocalCopies } from '../../copies/local-copies';
import { isMissing } from '../../http/api-error';
import { messageKeys } from '../messages/message-keys';
import { conversationKeys } from './conversation-keys';
import { comparePositions, flattenRows, type ConversationPages } from './conversation-pages';

/** The number of characters around a match that an excerpt is made of, as on the server. */
const AROUND = 200;
/** The server searches all messages only for texts with three consecutive letters or digits. */
const INDEXED = /[\p{L}\p{N}]{3}/u;

/** A hit as it is shown. */
export interface ShownHit extends ConversationHit {
  /** The match was found after the hit was shown without one: its row must not grow. */
  isCompact?: boolean;
}

/** Converts a text to lower case. Letters whose lower case is longer stay, so that positions do not change. */
function toLowerCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  const letters = Array.from(text, (letter) => [letter, letter.toLowerCase()] as const);
  return letters.map(([same, low]) => (low.length === same.length ? low : same)).join('');
}

/** Compares in the order of a search: the newest activity first. */
function compareActivity(a: ConversationRow, b: ConversationRow): number {
  return comparePositions({ ...a, pinned: false }, { ...b, pinned: false });
}

/** Returns the cached conversations, except those to which the user has lost access. */
function readConversations(client: QueryClient): ConversationRow[] {
  const cache = client.getQueryCache();
  const rows = new Map<string, ConversationRow>();
  for (const { state } of cache.findAll({ queryKey: conversationKeys.details })) {
    const row = state.data as ConversationRow | undefined;
    if (row) rows.set(row.id, row);
  }
  for (const query of cache.findAll({ queryKey: conversationKeys.lists })) {
    // A list that is not on the screen may be from before access was revoked.
    if (!query.isActive() && query.state.isInvalidated) continue;
    const list = query.state.data as ConversationPages | undefined;
    for (const row of list ? flattenRows(list) : []) rows.set(row.id, row);
  }
  const isReadable = ({ id }: ConversationRow) =>
    [conversationKeys.detail(id), messageKeys.list(id)].every(
      (queryKey) => !isMissing(client.getQueryState(queryKey)?.error),
    );
  return [...rows.values()].filter(isReadable);
}

/** Returns the match with the text around it, as the server does. */
function toMatch({ id, role, created_at, content }: Message, at: number, q: string): MessageMatch {
  const end = at + q.length;
  const excerpt = {
    before: content.slice(Math.max(at - AROUND, 0), at),
    text: content.slice(at, end),
    after: content.slice(end, end + AROUND),
  };
  return {
    messageId: id,
    role,
    created_at,
    ...searchExcerpt(role === 'assistant' ? withoutMarkdown(excerpt) : excerpt),
  };
}

/**
 * Searches the cached conversations for a text in their title or in a message, newest activity first. Applies the
 * rules of the server: a literal substring, ignoring case but not accents; the newest message that contains it.
 */
export function searchLocally(client: QueryClient, q: string): ConversationHit[] {
  const searched = toLowerCase(q);
  if (searched === '') return [];
  const hits: ConversationHit[] = [];
  for (const conversation of readConversations(client).toSorted(compareActivity)) {
    if (hits.length === CONVERSATION_SEARCH_LIMIT) break;
    const messages = client.getQueryData<MessageList>(messageKeys.list(conversation.id));
    let match: MessageMatch | null = null;
    for (const message of messages?.rows.toReversed() ?? []) {
      const at = toLowerCase(message.content).indexOf(searched);
      if (at === -1) continue;
      match = toMatch(message, at, q);
      break;
    }
    if (match || toLowerCase(conversation.title).includes(searched))
      hits.push({ conversation, match });
  }
  return hits;
}

/** Returns the hits of an earlier search whose title or excerpt contains another text, too. */
export function refineHits(hits: readonly ConversationHit[], q: string): ConversationHit[] {
  const searched = toLowerCase(q);
  return hits.flatMap(({ conversation, match }): ConversationHit[] => {
    const text = match ? match.before + match.text + match.after : '';
    const at = toLowerCase(text).indexOf(searched);
    if (match && at !== -1) {
      const end = at + q.length;
      const excerpt = {
        before: text.slice(0, at),
        text: text.slice(at, end),
        after: text.slice(end),
      };
      return [{ conversation, match: { ...match, ...excerpt } }];
    }
    return toLowerCase(conversation.title).includes(searched)
      ? [{ conversation, match: null }]
      : [];
  });
}

/** Returns whether the server would have found a hit, so that it is removed if the answer lacks it. */
function isSearched(answer: readonly ConversationHit[], hit: ConversationHit, q: string): boolean {
  const last = answer[CONVERSATION_SEARCH_LIMIT - 1];
  const isInRange = !last || compareActivity(hit.conversation, last.conversation) < 0;
  return isInRange && (hit.match === null || INDEXED.test(q));
}

/**
 * Merges the hits that were found so far into those that are shown. These stay in place, others follow. A hit is removed
 * when the server answers without it, unless its answer is limited to others.
 * @param shown the hits that are shown for the same text
 * @param answer of the server; undefined until it responds
 */
export function mergeHits(
  shown: readonly ShownHit[],
  local: readonly ConversationHit[],
  answer: readonly ConversationHit[] | undefined,
  q: string,
): ShownHit[] {
  const found = new Map<string, ShownHit>();
  for (const hit of answer ?? []) found.set(hit.conversation.id, hit);
  for (const hit of local)
    if (!found.has(hit.conversation.id) && !(answer && isSearched(answer, hit, q)))
      found.set(hit.conversation.id, hit);
  const retained = shown.flatMap((hit): ShownHit[] => {
    const current = found.get(hit.conversation.id);
    if (!current) return [];
    const { conversation, match } = current;
    const isCompact = match !== null && (hit.match === null || hit.isCompact === true);
    return [
      { conversation, match: match && (hit.match ?? match), ...(isCompact && { isCompact }) },
    ];
  });
  for (const { conversation } of shown) found.delete(conversation.id);
  return [...retained, ...found.values()];
}

/** Loads the conversations that this device stores into the cache. */
export async function loadCopies(): Promise<void> {
  await (await getLocalCopies())?.showAll();
}
