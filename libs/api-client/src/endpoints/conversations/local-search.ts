import type {
  ConversationHit,
  ConversationRow,
  Message,
  MessageList,
  MessageMatch,
} from '@homie/contracts';
import { searchPattern } from '@homie/contracts/search-text';
import {
  CONVERSATION_SEARCH_LIMIT,
  searchExcerpt,
  withoutMarkdown,
  type Excerpt,
} from '@homie/contracts/admin';
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

/** Returns the first match in a text with what is around it; null if there is none. */
function findExcerpt(text: string, pattern: RegExp): Excerpt | null {
  const match = pattern.exec(text);
  if (!match) return null;
  const end = match.index + match[0].length;
  return { before: text.slice(0, match.index), text: match[0], after: text.slice(end) };
}

/** Returns the match in a message with the text around it, as the server does; null if there is none. */
function findMatch(
  { id, role, created_at, content }: Message,
  pattern: RegExp,
): MessageMatch | null {
  const found = findExcerpt(content, pattern);
  if (!found) return null;
  const excerpt = {
    before: found.before.slice(-AROUND),
    text: found.text,
    after: found.after.slice(0, AROUND),
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
 * rules of the server: a literal substring, ignoring case and form but not accents; the newest message that contains it.
 */
export function searchLocally(client: QueryClient, q: string): ConversationHit[] {
  if (q === '') return [];
  const pattern = new RegExp(searchPattern(q), 'iu');
  const hits: ConversationHit[] = [];
  for (const conversation of readConversations(client).toSorted(compareActivity)) {
    if (hits.length === CONVERSATION_SEARCH_LIMIT) break;
    const messages = client.getQueryData<MessageList>(messageKeys.list(conversation.id));
    let match: MessageMatch | null = null;
    for (const message of messages?.rows.toReversed() ?? []) {
      match = findMatch(message, pattern);
      if (match) break;
    }
    if (match || pattern.test(conversation.title)) hits.push({ conversation, match });
  }
  return hits;
}

/** Returns the hits of an earlier search whose title or excerpt contains another text, too. */
export function refineHits(hits: readonly ConversationHit[], q: string): ConversationHit[] {
  const pattern = new RegExp(searchPattern(q), 'iu');
  return hits.flatMap(({ conversation, match }): ConversationHit[] => {
    const excerpt = match && findExcerpt(match.before + match.text + match.after, pattern);
    if (match && excerpt) return [{ conversation, match: { ...match, ...excerpt } }];
    return pattern.test(conversation.title) ? [{ conversation, match: null }] : [];
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
